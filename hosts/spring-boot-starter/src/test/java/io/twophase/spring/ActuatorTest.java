package io.twophase.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.health.actuate.endpoint.AdditionalHealthEndpointPath;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.AvailabilityHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.json.JsonMapper;

class ActuatorTest {

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());

  private ApplicationContextRunner host() {
    return actuators(Contexts.unset().withBean(Store.class, () -> store));
  }

  private static ApplicationContextRunner actuators(ApplicationContextRunner host) {
    return host.withPropertyValues(
            "twophase.recovery.enabled=false",
            "management.endpoints.web.exposure.include=health,twophase")
        .withConfiguration(
            AutoConfigurations.of(
                EndpointAutoConfiguration.class,
                WebEndpointAutoConfiguration.class,
                HealthContributorAutoConfiguration.class,
                HealthContributorRegistryAutoConfiguration.class,
                HealthEndpointAutoConfiguration.class,
                ApplicationAvailabilityAutoConfiguration.class,
                AvailabilityHealthContributorAutoConfiguration.class,
                AvailabilityProbesAutoConfiguration.class,
                TwoPhaseActuatorAutoConfiguration.class));
  }

  private static Status status(AssertableApplicationContext context, String... path) {
    return context.getBean(HealthEndpoint.class).healthForPath(path).getStatus();
  }

  private static boolean has(AssertableApplicationContext context, String group) {
    return context.getBean(HealthEndpointGroups.class).get(group).isMember("twophase");
  }

  @Test
  void readinessGoesByItAndLivenessDoesNot() {
    LeftBehind.in(store, "t1");
    host()
        .withPropertyValues("twophase.health.stuck-after=0s")
        .run(
            context -> {
              assertThat(status(context, "twophase")).isEqualTo(Status.OUT_OF_SERVICE);
              assertThat(has(context, "readiness")).isTrue();
              assertThat(has(context, "liveness")).isFalse();
              AvailabilityChangeEvent.publish(context, LivenessState.CORRECT);
              AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
              assertThat(status(context, "liveness")).isEqualTo(Status.UP);
              assertThat(status(context, "readiness")).isEqualTo(Status.OUT_OF_SERVICE);
            });
  }

  /** Kubernetes asks there if the actuator has a port of its own. */
  @Test
  void readinessOnThePortOfTheHostGoesByItToo() {
    host()
        .withPropertyValues("management.endpoint.health.probes.add-additional-paths=true")
        .run(
            context -> {
              assertThat(hasAt(context, "server:/readyz")).isTrue();
              assertThat(hasAt(context, "server:/livez")).isFalse();
            });
  }

  private static boolean hasAt(AssertableApplicationContext context, String path) {
    return context
        .getBean(HealthEndpointGroups.class)
        .get(AdditionalHealthEndpointPath.from(path))
        .isMember("twophase");
  }

  @Test
  void aHostSaysItselfWhatItsReadinessHas() {
    host()
        .withPropertyValues("management.endpoint.health.group.readiness.include=readinessState")
        .run(context -> assertThat(has(context, "readiness")).isFalse());
    host()
        .withPropertyValues("management.endpoint.health.group.readiness.include=twophase")
        .run(context -> assertThat(has(context, "readiness")).isTrue());
  }

  @Test
  void withoutProbesThereIsNoGroup() {
    host()
        .withPropertyValues("management.endpoint.health.probes.enabled=false")
        .run(
            context -> {
              assertThat(context.getBean(HealthEndpointGroups.class).get("readiness")).isNull();
              assertThat(status(context, "twophase")).isEqualTo(Status.UP);
            });
  }

  @Test
  void healthCanBeTurnedOff() {
    host()
        .withPropertyValues("management.health.twophase.enabled=false")
        .run(
            context -> {
              assertThat(context).doesNotHaveBean(TwoPhaseHealthIndicator.class);
              assertThat(has(context, "readiness")).isFalse();
            });
  }

  @Test
  void theEndpointShowsCountsAndWhatIsStuck() {
    LeftBehind.in(store, "left");
    host()
        .run(
            context -> {
              TwoPhase twophase = context.getBean(TwoPhase.class);
              assertThat(twophase.transfers().transfer(Contexts.transfer("t")).isApplied())
                  .isTrue();
              twophase
                  .authorizations()
                  .authorize(Contexts.transfer("a"), new AuthorizationTerms(Duration.ofDays(1)));
              TwoPhaseEndpoint endpoint = context.getBean(TwoPhaseEndpoint.class);
              TwoPhaseEndpoint.Report report = endpoint.report(Duration.ZERO);
              assertThat(report.counters().applied()).isEqualTo(1);
              assertThat(report.recovery()).isNull();
              assertThat(report.overdue()).isEmpty();
              assertThat(report.stuck()).hasSize(1);
              assertThat(report.stuck().get(0).id()).isEqualTo("left");
              assertThat(report.stuck().get(0).state()).isEqualTo("pending");
              assertThat(report.stuck().get(0).application()).isEqualTo("dead");
              assertThat(endpoint.report(null).stuck()).isEmpty();
              assertThat(JsonMapper.shared().valueToTree(report).at("/stuck/0/id").asString())
                  .isEqualTo("left");
            });
  }

  /** The client has no limit of its own: it looks for a server for half a minute. */
  @Test
  void aServerThatIsGoneIsSaidSoInTime() {
    EmbeddedServer server = EmbeddedServer.inMemory(0);
    actuators(Contexts.unset().withPropertyValues("spring.mongodb.uri=" + server.uri() + "/gone"))
        .withPropertyValues("twophase.health.timeout=500ms")
        .run(
            context -> {
              HealthIndicator health = context.getBean(TwoPhaseHealthIndicator.class);
              assertThat(health.health().getDetails().get("store"))
                  .asString()
                  .startsWith("MongoDB at 127.0.0.1:")
                  .contains(", version ");
              server.close();
              assertTimeout(
                  Duration.ofSeconds(20),
                  () -> {
                    Health down = health.health();
                    assertThat(down.getStatus()).isEqualTo(Status.DOWN);
                    assertThat(down.getDetails().get("problems"))
                        .asString()
                        .contains("MongoDB at 127.0.0.1:");
                    TwoPhaseEndpoint.Report report =
                        context.getBean(TwoPhaseEndpoint.class).report(null);
                    assertThat(report.fault()).contains("MongoDB at 127.0.0.1:");
                    assertThat(report.stuck()).isNull();
                    assertThat(report.overdue()).isNull();
                    assertThat(report.counters().applied()).isZero();
                  });
            });
  }

  @Test
  void theEndpointRefusesATimeBelowZeroAndTakesTheLongest() {
    host()
        .run(
            context -> {
              TwoPhaseEndpoint endpoint = context.getBean(TwoPhaseEndpoint.class);
              assertThatThrownBy(() -> endpoint.report(Duration.ofSeconds(-1)))
                  .isInstanceOf(InvalidEndpointRequestException.class)
                  .hasMessage("olderThan PT-1S");
              assertThat(endpoint.report(ChronoUnit.FOREVER.getDuration()).stuck()).isEmpty();
            });
  }

  @Test
  void theEndpointIsThereWhereItIsExposed() {
    host()
        .withPropertyValues("management.endpoints.web.exposure.include=health")
        .run(context -> assertThat(context).doesNotHaveBean(TwoPhaseEndpoint.class));
  }
}
