package io.twophase.cli.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.testing.CommandRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events on the command line, over an embedded store. */
class EventsCommandTest {

  @TempDir Path directory;

  private CommandRun run(String... arguments) {
    return CommandRun.on("embedded:" + directory.resolve("bank"), arguments);
  }

  @BeforeEach
  void open() {
    assertThat(run("account", "open", "A", "--balance", "10").exitCode()).isZero();
    assertThat(run("account", "open", "B").exitCode()).isZero();
  }

  private void transfer(String id, String amount) {
    run("transfer", "A", "B", amount, "--id", id);
  }

  private static List<String> ids(CommandRun run) {
    List<String> ids = new ArrayList<>();
    for (JsonNode event : run.json().get("events")) {
      ids.add(event.get("transaction").get("id").asText());
    }
    return ids;
  }

  @Test
  void theyAreOffUntilTheyAreTurnedOn() {
    transfer("t1", "1");

    CommandRun off = run("events");

    assertThat(off.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(off.out()).contains("no events");
    assertThat(off.err()).contains("events are off").contains("events on");
    assertThat(run("events", "on").out()).contains("events are on");
    assertThat(run("events").err()).isEmpty();
    assertThat(run("--json", "events", "off").json().get("events").asText()).isEqualTo("off");
  }

  @Test
  void aConsumerIsShownEachEventOnceInItsOrder() {
    run("events", "on");
    transfer("t2", "1");
    transfer("t1", "100");
    transfer("t3", "2");

    CommandRun first = run("--json", "events", "--consumer", "mail", "--limit", "2");
    transfer("t0", "1");
    CommandRun second = run("--json", "events", "--consumer", "mail");

    assertThat(ids(first)).containsExactly("t2", "t1");
    assertThat(ids(second)).containsExactly("t3", "t0");
    assertThat(ids(run("--json", "events", "--consumer", "mail"))).isEmpty();
    assertThat(ids(run("--json", "events"))).containsExactly("t2", "t1", "t3", "t0");
    assertThat(run("events").out()).contains("t1", "canceled", "t3", "done", "from A, to B");
  }

  @Test
  void consumersAreListedWithWhatTheyAreBehind() {
    run("events", "on");
    assertThat(run("events", "consumers").out()).contains("no consumers");
    transfer("t1", "1");
    run("events", "--consumer", "mail");
    transfer("t2", "1");
    transfer("t3", "1");

    JsonNode mail = run("--json", "events", "consumers").json().get("consumers").get(0);

    assertThat(mail.get("name").asText()).isEqualTo("mail");
    assertThat(mail.get("position").asText()).isEqualTo("1");
    assertThat(mail.get("behind").asInt()).isEqualTo(2);
    assertThat(run("events", "consumers").out()).contains("CONSUMER", "mail");
  }

  @Test
  void aConsumerIsForgotten() {
    run("events", "--consumer", "mail");

    assertThat(run("events", "forget", "mail").out()).contains("mail is forgotten");
    CommandRun again = run("events", "forget", "mail");

    assertThat(again.exitCode()).isEqualTo(ExitCode.REFUSED);
    assertThat(again.err()).contains("there is no consumer").contains("mail");
  }

  @Test
  void whatIsWrongIsOneLine() {
    assertThat(run("events", "--limit", "0").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run("events", "--consumer", "").exitCode()).isEqualTo(ExitCode.BAD_INPUT);
  }
}
