variable "name" {
  description = "Name of the cluster and of what belongs to it"
  type        = string
  default     = "shop"
}

variable "environment" {
  description = "Environment, for cost allocation"
  type        = string
  default     = "production"
}

variable "vpc_cidr" {
  description = "Address range of the VPC"
  type        = string
  default     = "10.20.0.0/16"
}

variable "batch_ami" {
  description = "AMI of the batch nodes"
  type        = string
  default     = "ami-0123456789abcdef0"
}
