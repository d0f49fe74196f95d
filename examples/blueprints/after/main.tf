data "aws_availability_zones" "available" {
  filter {
    name   = "opt-in-status"
    values = ["opt-in-not-required"]
  }
}

locals {
  name   = var.name
  region = "ap-northeast-2"
  azs    = slice(data.aws_availability_zones.available.names, 0, 3)

  tags = {
    environment = var.environment
    repository  = "platform/clusters"
  }
}

module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "5.21.0"

  name            = local.name
  cidr            = var.vpc_cidr
  azs             = local.azs
  private_subnets = [for i, _ in local.azs : cidrsubnet(var.vpc_cidr, 4, i)]
  public_subnets  = [for i, _ in local.azs : cidrsubnet(var.vpc_cidr, 8, i + 48)]

  enable_nat_gateway = true
  single_nat_gateway = true

  private_subnet_tags = {
    "kubernetes.io/role/internal-elb" = 1
    "karpenter.sh/discovery"          = local.name
  }
}

module "eks" {
  source  = "terraform-aws-modules/eks/aws"
  version = "20.37.2"

  cluster_name                   = local.name
  cluster_version                = "1.33"
  cluster_endpoint_public_access = true

  vpc_id     = module.vpc.vpc_id
  subnet_ids = module.vpc.private_subnets

  enable_cluster_creator_admin_permissions = true

  # What runs the cluster itself, Karpenter included.
  eks_managed_node_groups = {
    system = {
      instance_types = ["m6i.large", "m5.large"]
      min_size       = 2
      max_size       = 4
      desired_size   = 2
    }
  }

  # Batch jobs that bring their own AMI: Spot, above two on-demand instances.
  self_managed_node_groups = {
    batch = merge(module.interlock.self_managed_node_groups["batch"], {
      ami_id                     = var.batch_ami
      min_size                   = 2
      max_size                   = 40
      use_mixed_instances_policy = true
      mixed_instances_policy = {
        instances_distribution = {
          on_demand_base_capacity                  = 2
          on_demand_percentage_above_base_capacity = 0
          spot_allocation_strategy                 = "price-capacity-optimized"
        }
        override = [
          { instance_type = "c6i.4xlarge" },
          { instance_type = "c5.4xlarge" },
          { instance_type = "m6i.4xlarge" },
        ]
      }
    })
  }

  node_security_group_tags = {
    "karpenter.sh/discovery" = local.name
  }
}
