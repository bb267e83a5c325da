package io.twophase.spring.actuate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.health.actuate.endpoint.AdditionalHealthEndpointPath;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;

/**
 * A group of the health endpoint with one more member.
 *
 * @param group as it was
 * @param member the name of one more
 */
record GroupWithMember(HealthEndpointGroup group, String member) implements HealthEndpointGroup {

  @Override
  public boolean isMember(String name) {
    return name.equals(member) || group.isMember(name);
  }

  @Override
  public boolean showComponents(SecurityContext securityContext) {
    return group.showComponents(securityContext);
  }

  @Override
  public boolean showDetails(SecurityContext securityContext) {
    return group.showDetails(securityContext);
  }

  @Override
  public StatusAggregator getStatusAggregator() {
    return group.getStatusAggregator();
  }

  @Override
  public HttpCodeStatusMapper getHttpCodeStatusMapper() {
    return group.getHttpCodeStatusMapper();
  }

  @Override
  public @Nullable AdditionalHealthEndpointPath getAdditionalPath() {
    return group.getAdditionalPath();
  }
}
