package io.twophase.cli.process;

import static java.util.regex.Pattern.MULTILINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.domain.TransactionId;
import io.twophase.domain.testing.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A consumer of events that is killed at random moments, while four processes decide at once, one
 * by one and in batches: once it has caught up it has seen every decided transaction.
 */
@Tag("deep")
class EventsKilledIT extends ServerProcesses {

  private static final int ROUNDS = Integer.getInteger("twophase.process.rounds", 1);
  private static final int ROWS = 300;

  /** A whole line: what was cut off is not counted. */
  private static final Pattern EVENT =
      Pattern.compile("^[0-9+]+  (\\S+)  (applied|done|canceling|canceled)  .*\\R", MULTILINE);

  private final Random random = Seed.random("EventsKilledIT");
  private final Set<String> seen = new HashSet<>();
  private int kills;

  private RestartedProcess consumer() throws IOException {
    String[] following = {"events", "--consumer", "audit", "--follow", "--limit", "7"};
    return start(
        "consumer-" + starts(),
        Stream.concat(Stream.of("--store", server.uri()), Stream.of(following))
            .toArray(String[]::new));
  }

  @Test
  void aConsumerThatIsKilledHasSeenEveryDecidedTransaction() throws Exception {
    on("events", "on").succeeds();
    ImportWorkload workload = ImportWorkload.of(random, folder, 20);
    List<RestartedProcess> deciding = new ArrayList<>();
    for (int process = 0; process < 4; process++) {
      Path rows = workload.transfers("rows-" + process + ".csv", ROWS * ROUNDS);
      deciding.add(start("import-" + process, workload.importing(server.uri(), rows, "any")));
    }
    boolean isOver = false;
    while (!isOver || kills < 2) {
      isOver = deciding.stream().noneMatch(one -> one.process().isAlive());
      killAConsumer();
    }
    for (RestartedProcess process : deciding) {
      assertThat(process.process().exitCode()).as(process::report).isZero();
    }

    catchUp();

    Set<String> decided =
        decided(workload).keySet().stream().map(TransactionId::value).collect(Collectors.toSet());
    System.out.println(
        "EventsKilledIT: " + kills + " kills, " + decided.size() + " decided transactions");
    assertThat(decided).hasSizeGreaterThan(ROWS);
    assertThat(seen).containsAll(decided);
    assertThat(decided).containsAll(seen);
  }

  /** It is killed after it has shown something, or where there may be nothing more to show. */
  private void killAConsumer() throws Exception {
    RestartedProcess consumer = consumer();
    int wanted = 1 + random.nextInt(40);
    long patience = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (shown(consumer).size() < wanted && System.nanoTime() < patience) {
      assertThat(consumer.isAtWork()).as(consumer::report).isTrue();
      Thread.sleep(random.nextInt(20));
    }
    consumer.process().kill();
    await().atMost(Duration.ofMinutes(1)).until(() -> !consumer.process().isAlive());
    seen.addAll(shown(consumer));
    kills++;
  }

  private static List<String> shown(RestartedProcess consumer) {
    return EVENT
        .matcher(consumer.process().output())
        .results()
        .map((MatchResult line) -> line.group(1))
        .toList();
  }

  private void catchUp() {
    boolean isAll = false;
    while (!isAll) {
      JsonNode events =
          on("--json", "events", "--consumer", "audit").succeeds().json().get("events");
      events.forEach(event -> seen.add(event.get("transaction").get("id").asText()));
      isAll = events.isEmpty();
    }
  }
}
