module "interlock" {
  source = "./interlock"

  cluster_name      = module.eks.cluster_name
  cluster_endpoint  = module.eks.cluster_endpoint
  cluster_version   = module.eks.cluster_version
  oidc_provider_arn = module.eks.oidc_provider_arn

  index_autoscaling_group_arn = module.eks.self_managed_node_groups["index"].autoscaling_group_arn
}

# What keeps its name goes on under its new address: no handler is away in between, and no node changes its role.
moved {
  from = helm_release.karpenter
  to   = module.interlock.helm_release.karpenter
}

moved {
  from = helm_release.nth
  to   = module.interlock.helm_release.nth
}

moved {
  from = module.karpenter.aws_iam_role.node[0]
  to   = module.interlock.aws_iam_role.karpenter_node
}

# The same NodePool and EC2NodeClass are now in the module's release: deleting them would drain their nodes.
removed {
  from = kubectl_manifest.query

  lifecycle {
    destroy = false
  }
}

removed {
  from = kubectl_manifest.node_class

  lifecycle {
    destroy = false
  }
}
