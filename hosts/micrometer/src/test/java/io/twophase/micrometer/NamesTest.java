package io.twophase.micrometer;

import static io.twophase.app.testing.Books.request;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.Order;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The names and keys that are written down are those that are used. */
@Timeout(60)
class NamesTest {

  private final InMemoryStore store = Books.inMemory(100, 0);
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final ObservationRegistry registry = ObservationRegistry.create();
  private final Contexts contexts = new Contexts();

  @AutoClose
  private final TwoPhase host =
      TwoPhase.over(store).listener(new TwoPhaseMetrics(registry, meters)).build();

  @AutoClose
  private final TwoPhaseGauges unused =
      TwoPhaseGauges.start(host, store, meters, Duration.ofHours(1));

  @BeforeEach
  void doSomeOfEverything() {
    registry.observationConfig().observationHandler(contexts);
    host.transfers().transferAll(List.of(request("t1", 1), request("t2", 500)), Order.ANY);
    host.authorizations().capture(transactionId("t1"));
  }

  private static List<String> names(Stream<KeyName> keys) {
    return keys.map(KeyName::asString).sorted().toList();
  }

  private static List<String> names(KeyValues values) {
    return values.stream().map(KeyValue::getKey).sorted().toList();
  }

  private static List<String> documented(TwoPhaseMeter meter) {
    return names(Stream.of(meter.getKeyNames()));
  }

  private List<String> used(TwoPhaseMeter meter) {
    Meter found = meters.get(meter.getName()).meter();
    assertThat(found.getId().getType()).isEqualTo(meter.getType());
    return found.getId().getTags().stream().map(Tag::getKey).sorted().toList();
  }

  @ParameterizedTest
  @EnumSource
  void aMeterHasItsKeys(TwoPhaseMeter meter) {
    assertThat(used(meter)).isEqualTo(documented(meter));
  }

  @ParameterizedTest
  @EnumSource
  void anObservationHasItsKeys(TwoPhaseObservation observation) throws Exception {
    var convention = observation.getDefaultConvention().getDeclaredConstructor().newInstance();
    List<Observation.Context> found =
        contexts.all().stream().filter(convention::supportsContext).toList();
    assertThat(found)
        .isNotEmpty()
        .allSatisfy(
            context -> {
              assertThat(context.getName()).isEqualTo(convention.getName());
              assertThat(names(context.getLowCardinalityKeyValues()))
                  .isEqualTo(names(Stream.of(observation.getLowCardinalityKeyNames())));
              assertThat(names(context.getHighCardinalityKeyValues()))
                  .isEqualTo(names(Stream.of(observation.getHighCardinalityKeyNames())));
            });
  }

  @Test
  void aTransactionHasItsEvents() {
    assertThat(contexts.events())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(TwoPhaseObservation.TRANSACTION.getEvents())
                .map(Observation.Event::getName)
                .toList());
  }
}
