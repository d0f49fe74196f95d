variable "name" {
  description = "Name of the cluster"
  type        = string
  default     = "search"
}

variable "region" {
  description = "Region of the cluster"
  type        = string
  default     = "eu-west-1"
}

variable "vpc_id" {
  description = "The VPC that the network team gives us"
  type        = string
}

variable "subnet_ids" {
  description = "Private subnets of the VPC"
  type        = list(string)
}
