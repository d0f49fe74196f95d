module "addons" {
  source            = "aws-ia/eks-blueprints-addons/aws"
  version           = "1.16.2"
  cluster_name      = "fleet"
  cluster_endpoint  = "https://fleet.eks.amazonaws.com"
  cluster_version   = "1.30"
  oidc_provider_arn = "arn:aws:iam::111122223333:oidc-provider/oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLE"

  helm_releases = {
    cilium = {
      chart      = "cilium"
      version    = "1.14.1" # BAD: the only key that ends so is chart_version
      repository = "https://helm.cilium.io/"
    }
  }
}

module "eks" {
  source          = "terraform-aws-modules/eks/aws"
  version         = "~> 20.37"
  cluster_name    = "fleet"
  cluster_version = "1.30"

  eks_managed_node_groups = {
    system = { node_group_name = "system" } # BAD: a group has a name
  }
}
