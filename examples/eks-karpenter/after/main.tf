module "eks" {
  source  = "terraform-aws-modules/eks/aws"
  version = "20.37.2"

  cluster_name    = var.name
  cluster_version = "1.33"

  vpc_id     = var.vpc_id
  subnet_ids = var.subnet_ids

  enable_irsa                              = true
  enable_cluster_creator_admin_permissions = true

  eks_managed_node_groups = {
    system = {
      instance_types = ["m6i.large"]
      min_size       = 2
      max_size       = 3
      desired_size   = 2

      labels = { "workload" = "system" }
    }

    # Ingest restarts anywhere: the cheapest that there is.
    ingest = {
      instance_types = ["c6i.2xlarge", "c5.2xlarge", "m6i.2xlarge"]
      capacity_type  = "SPOT"
      min_size       = 1
      max_size       = 20
      desired_size   = 4
    }
  }

  # Index builders keep 400 GB on local disks: two on demand, the rest on Spot.
  self_managed_node_groups = {
    index = {
      min_size = 2
      max_size = 12

      # NTH knows its instances by this tag, and they carry it from their launch on.
      tags = module.interlock.node_group_tags["index"]

      use_mixed_instances_policy = true
      mixed_instances_policy = {
        instances_distribution = {
          on_demand_base_capacity                  = 2
          on_demand_percentage_above_base_capacity = 0
          spot_allocation_strategy                 = "price-capacity-optimized"
        }
        override = [
          { instance_type = "i4i.2xlarge" },
          { instance_type = "i3.2xlarge" },
        ]
      }
    }
  }

  node_security_group_tags = { "karpenter.sh/discovery" = var.name }
}
