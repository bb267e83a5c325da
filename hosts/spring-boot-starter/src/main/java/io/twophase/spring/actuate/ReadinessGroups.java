package io.twophase.spring.actuate;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.AdditionalPathsMapper;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;

/** The groups of the health endpoint, with one more member in that of readiness, where it is. */
final class ReadinessGroups implements HealthEndpointGroups, AdditionalPathsMapper {

  private static final String READINESS = "readiness";

  private final HealthEndpointGroups groups;
  private final String member;

  ReadinessGroups(HealthEndpointGroups groups, String member) {
    this.groups = groups;
    this.member = member;
  }

  @Override
  public HealthEndpointGroup getPrimary() {
    return groups.getPrimary();
  }

  @Override
  public Set<String> getNames() {
    return groups.getNames();
  }

  @Override
  public @Nullable HealthEndpointGroup get(String name) {
    HealthEndpointGroup group = groups.get(name);
    return group != null && name.equals(READINESS) ? new GroupWithMember(group, member) : group;
  }

  @Override
  public @Nullable List<String> getAdditionalPaths(
      EndpointId endpointId, WebServerNamespace namespace) {
    return groups instanceof AdditionalPathsMapper mapper
        ? mapper.getAdditionalPaths(endpointId, namespace)
        : null;
  }
}
