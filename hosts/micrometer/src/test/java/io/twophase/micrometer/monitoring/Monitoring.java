package io.twophase.micrometer.monitoring;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.micrometer.TwoPhaseMetrics;
import io.twophase.ports.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The files that come with the module, as text, and a host whose meters a Prometheus can read. */
final class Monitoring {

  /** The module, in whose folder its tests run. */
  static final Path RULES = Path.of("monitoring", "twophase-alerts.yml");

  static final Path RULES_TEST = Path.of("monitoring", "twophase-alerts-test.yml");
  static final Path DASHBOARD = Path.of("monitoring", "twophase-dashboard.json");
  static final Path RUNBOOK = Path.of("..", "..", "docs", "OPERATIONS.md");

  private static final Pattern SERIES = Pattern.compile("\\btwophase_[a-z_]+");

  private Monitoring() {}

  /** A store with the accounts A and B, of which A has nine cents. */
  static InMemoryStore store() {
    InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
    store.accounts().open(List.of(account("A").opening(cents(9)), account("B").opening(cents(0))));
    return store;
  }

  static TwoPhase host(Store store, PrometheusMeterRegistry meters) {
    ObservationRegistry observations = ObservationRegistry.create();
    observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    return TwoPhase.over(store).listener(new TwoPhaseMetrics(observations, meters)).build();
  }

  /** A request to move a cent from A to B. */
  static TransferRequest transfer(String id) {
    return new TransferRequest(transactionId(id), accountId("A"), accountId("B"), cents(1));
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** The names of series that a text has. */
  static Set<String> series(String text) {
    return new TreeSet<>(found(SERIES, text, 0));
  }

  /** What a group of a pattern matches, each time. */
  static List<String> found(Pattern pattern, String text, int group) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(group)).toList();
  }
}
