package io.twophase.micrometer.monitoring;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.micrometer.TwoPhaseGauges;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rules and dashboard ask for what the module registers, and name what there is. */
@Timeout(60)
class SeriesTest {

  private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
  private static final Pattern TESTED = Pattern.compile("alertname: (\\w+)");
  private static final Pattern RUNBOOK = Pattern.compile("runbook: docs/OPERATIONS\\.md#(\\w+)");
  private static final Pattern TITLE = Pattern.compile("(?m)^#+ (.+)$");
  private static final Pattern LABEL = Pattern.compile("(\\w+)(?:=~?|!=)\"");
  private static final Pattern GROUPED = Pattern.compile("by \\(([^)]+)\\)");

  /** What Prometheus adds by itself. */
  private static final Set<String> ITS_OWN_LABELS = Set.of("job", "instance");

  private static String scrape = "";

  @BeforeAll
  static void scrapeAHost() {
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    InMemoryStore store = Monitoring.store();
    try (TwoPhase host = Monitoring.host(store, meters)) {
      host.transfers().transfer(Monitoring.transfer("t1"));
      host.authorizations().capture(transactionId("t1"));
      TwoPhaseGauges gauges = TwoPhaseGauges.start(host, store, meters, Duration.ofHours(1));
      try (gauges) {
        scrape = meters.scrape();
      }
    }
  }

  private static Set<String> registered() {
    return Monitoring.series(scrape.replaceAll("(?m)^#.*$", ""));
  }

  private static Set<String> unregistered(String text) {
    Set<String> asked = new TreeSet<>(Monitoring.series(text));
    asked.removeAll(registered());
    return asked;
  }

  private static Set<String> unknownLabels(String expressions) {
    Set<String> asked = new TreeSet<>(Monitoring.found(LABEL, expressions, 1));
    Monitoring.found(GROUPED, expressions, 1)
        .forEach(labels -> asked.addAll(List.of(labels.split(", "))));
    asked.removeAll(Monitoring.found(LABEL, scrape, 1));
    asked.removeAll(ITS_OWN_LABELS);
    return asked;
  }

  /** Only the expressions of the rules: summaries have other words. */
  private static String rules() {
    return Monitoring.text(Monitoring.RULES)
        .lines()
        .filter(line -> line.contains("twophase_"))
        .reduce("", (all, line) -> all + "\n" + line);
  }

  private static String dashboard() throws Exception {
    JsonNode root = new ObjectMapper().readTree(Monitoring.text(Monitoring.DASHBOARD));
    return String.join("\n", root.findValuesAsText("expr"));
  }

  @Test
  void whatTheRulesAskForIsRegistered() {
    assertThat(Monitoring.series(rules())).hasSizeGreaterThan(8);
    assertThat(unregistered(rules())).isEmpty();
    assertThat(unknownLabels(rules())).isEmpty();
  }

  @Test
  void whatTheDashboardAsksForIsRegistered() throws Exception {
    assertThat(Monitoring.series(dashboard())).hasSizeGreaterThan(15);
    assertThat(unregistered(Monitoring.text(Monitoring.DASHBOARD))).isEmpty();
    assertThat(unknownLabels(dashboard())).isEmpty();
  }

  @Test
  void aWrongNameIsFound() {
    assertThat(unregistered(rules().replace("twophase_takeovers_total", "twophase_takeovers")))
        .containsExactly("twophase_takeovers");
    assertThat(unknownLabels(rules().replace("state=", "status="))).containsExactly("status");
  }

  @Test
  void everyAlertIsTestedAndHasARunbookThatIsThere() {
    String text = Monitoring.text(Monitoring.RULES);
    List<String> alerts = Monitoring.found(ALERT, text, 1);
    List<String> titles =
        Monitoring.found(TITLE, Monitoring.text(Monitoring.RUNBOOK), 1).stream()
            .map(String::toLowerCase)
            .toList();

    assertThat(alerts).isNotEmpty().doesNotHaveDuplicates();
    assertThat(Monitoring.found(TESTED, Monitoring.text(Monitoring.RULES_TEST), 1))
        .containsAll(alerts);
    assertThat(Monitoring.found(RUNBOOK, text, 1))
        .isEqualTo(alerts.stream().map(String::toLowerCase).toList());
    assertThat(titles).containsAll(Monitoring.found(RUNBOOK, text, 1));
  }

  @Test
  void theDashboardsPanelsAreEachByItself() throws Exception {
    JsonNode panels =
        new ObjectMapper().readTree(Monitoring.text(Monitoring.DASHBOARD)).get("panels");
    Set<String> places = new TreeSet<>();
    Set<Integer> ids = new TreeSet<>();
    for (JsonNode panel : panels) {
      JsonNode at = panel.get("gridPos");
      assertThat(ids.add(panel.get("id").asInt())).isTrue();
      assertThat(at.get("x").asInt() + at.get("w").asInt()).isLessThanOrEqualTo(24);
      for (int x = 0; x < at.get("w").asInt(); x++) {
        for (int y = 0; y < at.get("h").asInt(); y++) {
          String place = (at.get("x").asInt() + x) + " " + (at.get("y").asInt() + y);
          assertThat(places.add(place)).as("%s at %s", panel.get("title"), place).isTrue();
        }
      }
    }
  }
}
