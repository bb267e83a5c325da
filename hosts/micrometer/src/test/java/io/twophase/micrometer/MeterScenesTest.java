package io.twophase.micrometer;

import static io.twophase.app.scene.DoorSteps.asked;
import static io.twophase.app.testing.Step.done;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import io.twophase.TwoPhase;
import io.twophase.app.batch.DeadOwner;
import io.twophase.app.scene.DoorSteps;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.Step;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.micrometer.TwoPhaseObservation.TransactionContext;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Scenes of what is measured and observed. A has 100 cents, and B none. The registry of
 * observations checks how it is used, and at the end of a scene all that was started is stopped.
 */
@Timeout(60)
class MeterScenesTest {

  private final FaultyStore store = Books.faulty(100, 0);
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final TestObservationRegistry registry = TestObservationRegistry.create();
  private final Contexts contexts = new Contexts();
  private final TwoPhaseMetrics metrics = new TwoPhaseMetrics(registry, meters);
  private final List<CompletableFuture<TransactionOutcome>> asked = new ArrayList<>();
  private final Deque<TwoPhaseGauges> gauges = new ArrayDeque<>();
  private final AtomicInteger lists = new AtomicInteger();
  private final AtomicBoolean isAway = new AtomicBoolean();
  private TwoPhase host = TwoPhase.over(store).listener(metrics).build();
  private final DoorSteps doors = new DoorSteps(() -> store, () -> host);

  MeterScenesTest() {
    registry
        .observationConfig()
        .observationHandler(contexts)
        .observationHandler(new DefaultMeterObservationHandler(meters));
  }

  @AfterEach
  void nothingIsLeftOpen() {
    gauges.forEach(TwoPhaseGauges::close);
    host.close();
    assertThat(contexts.open()).isEmpty();
    TestObservationRegistryAssert.assertThat(registry)
        .doesNotHaveAnyRemainingCurrentObservation()
        .doesNotHaveAnyRemainingCurrentScope();
  }

  @ScenesOf({"meters.txt", "observations.txt", "gauges.txt"})
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(text -> step(Step.of(text)));
  }

  private String step(Step step) {
    String first = step.first();
    return switch (step.verb()) {
      case "host" -> done(() -> host(step.words()));
      case "left" -> done(() -> left(step.words()));
      case "any" -> any(step.words());
      case "submit" ->
          done(() -> step.words().forEach(one -> asked.add(host.transfers().submit(asked(one)))));
      case "answers" -> asked.stream().map(one -> Books.word(one.join())).collect(joining(", "));
      case "fault" ->
          done(
              () ->
                  store
                      .faults()
                      .when(WriteKind.valueOf(first))
                      .next(Fault.valueOf(step.words().get(1))));
      case "gone" -> thrown(first);
      case "close" -> done(host::close);
      case "recover" -> Integer.toString(Books.recover(host).size());
      case "scrub" -> Integer.toString(Books.scrub(host).size());
      case "under" ->
          Observation.createNotStarted(first, registry).observe(() -> step(Step.of(step.said())));
      case "observed" -> String.join(", ", contexts.names());
      case "failed" -> String.join(", ", contexts.failed());
      case "values" -> String.join(", ", contexts.values(first));
      case "gauges" -> done(() -> gauges.push(gauges(first)));
      case "end" -> done(() -> gauges.pop().close());
      case "away" -> done(() -> isAway.set(true));
      case "back" -> done(() -> isAway.set(false));
      case "lists" -> lists.toString();
      case "asking" -> Boolean.toString(isAsking());
      case "ended" -> done(() -> await().atMost(ONE_MINUTE).until(() -> !isAsking()));
      case "meter" -> meter(first);
      case "until" ->
          done(
              () ->
                  await()
                      .atMost(ONE_MINUTE)
                      .until(() -> Pattern.compile(step.said()).matcher(meter(first)).find()));
      case "series" -> Integer.toString(meters.getMeters().size());
      case "tagged" -> tagged(first);
      case "agrees" -> agrees(first, step.words().get(1));
      default -> doors.made(step);
    };
  }

  /** A hasty host waits for others a tenth of a second; an executor that rejects takes no work. */
  private void host(List<String> how) {
    host.close();
    TwoPhase.Builder builder = TwoPhase.over(store).listener(metrics);
    if (how.contains("hasty")) {
      builder.settings(Hosts.patient(Duration.ofMillis(100), 10));
    }
    if (how.contains("rejecting")) {
      builder.executor(
          task -> {
            throw new RejectedExecutionException("planted");
          });
    }
    host = builder.build();
  }

  /** A process dies that has begun a record of several. */
  private void left(List<String> words) {
    new DeadOwner(store)
        .left(
            words.stream()
                .map(word -> asked(word).transaction().get())
                .toArray(NewTransaction[]::new));
  }

  private String any(List<String> words) {
    return host
        .transfers()
        .transferAll(words.stream().map(DoorSteps::asked).toList(), Order.ANY)
        .stream()
        .map(Books::word)
        .collect(joining(", "));
  }

  private String thrown(String word) {
    try {
      return Books.word(host.transfers().transfer(asked(word)));
    } catch (StoreUnavailableException thrown) {
      return "unavailable";
    } finally {
      store.faults().clear();
    }
  }

  /** Gauges of the store that counts who lists its records, and may be away. */
  private TwoPhaseGauges gauges(String interval) {
    Store counted =
        Interceptor.before(
            Store.class,
            store,
            (method, arguments, call) -> {
              if (method.equals("list")) {
                lists.incrementAndGet();
                if (isAway.get()) {
                  throw new StoreUnavailableException("planted");
                }
              }
              return call.make();
            });
    return TwoPhaseGauges.start(
        host,
        counted,
        meters,
        interval.equals("once") ? ChronoUnit.FOREVER.getDuration() : Duration.parse(interval));
  }

  private static boolean isAsking() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("twophase-gauges"));
  }

  /** The series of a meter, each by its tags, with its count or its value. */
  private String meter(String name) {
    return meters.find(name).meters().stream()
        .map(one -> (tags(one) + " " + value(one)).strip())
        .sorted()
        .collect(joining(", "));
  }

  private static String tags(Meter meter) {
    return meter.getId().getTags().stream()
        .map(tag -> tag.getKey() + "=" + tag.getValue())
        .collect(joining(" "));
  }

  private static String value(Meter meter) {
    if (meter instanceof DistributionSummary sizes) {
      return "%d of %.0f, at most %.0f".formatted(sizes.count(), sizes.totalAmount(), sizes.max());
    }
    double value = meter.measure().iterator().next().getValue();
    if (Double.isNaN(value)) {
      return "unknown";
    }
    return value == Math.rint(value) ? "%.0f".formatted(value) : "above %.0f".formatted(value);
  }

  /** A counter of the host has counted as much as the last series of a meter, or not. */
  private String agrees(String meter, String counter) {
    String counted = meter(meter).replaceAll(".* ", "");
    boolean isSame = host.counters().toString().contains(counter + "=" + counted + ",");
    return isSame ? counted.equals("0") ? "at zero" : "above zero" : "no";
  }

  /** The tags of any meter that have such a text. */
  private String tagged(String text) {
    return meters.getMeters().stream()
        .flatMap(meter -> meter.getId().getTags().stream())
        .map(Tag::getValue)
        .filter(value -> value.contains(text))
        .collect(joining(", "));
  }

  @Test
  void aHostNamesObservationsAsItLikes() {
    class Renamed
        implements TransactionConvention, GlobalObservationConvention<TransactionContext> {
      @Override
      public String getName() {
        return "payments";
      }

      @Override
      public KeyValues getHighCardinalityKeyValues(TransactionContext context) {
        return KeyValues.empty();
      }
    }

    registry.observationConfig().observationConvention(new Renamed());
    doors.made(Step.of("transfer t1=A>B:1"));
    assertThat(contexts.names()).startsWith("payments");
    assertThat(contexts.values("outcome")).containsExactly("applied");
    assertThat(contexts.values("twophase.transaction.id")).isEmpty();
  }
}
