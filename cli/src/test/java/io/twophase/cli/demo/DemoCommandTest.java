package io.twophase.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.TwophaseCommand;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Holds;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class DemoCommandTest {

  @Test
  void withJsonItIsOneDocumentWithTheSameFacts() {
    JsonNode answer = CommandRun.on("memory:", "demo", "--steps", "--json").json();

    assertThat(answer.get("writes").asInt()).isEqualTo(7);
    assertThat(answer.get("balanced").asBoolean()).isTrue();
    assertThat(answer.get("transfer")).hasSize(8);
    assertThat(answer.get("killed"))
        .hasSize(7)
        .allSatisfy(
            kill -> {
              assertThat(kill.get("balances").get("A").asText()).isEqualTo("900.00");
              assertThat(kill.get("balances").get("B").asText()).isEqualTo("1100.00");
              assertThat(kill.get("faults")).isEmpty();
              assertThat(kill.get("recovered").get(0).get("state").asText()).isEqualTo("done");
            });
    assertThat(answer.get("tutorial").get("made").asInt()).isEqualTo(100);
  }

  @Test
  void booksThatDoNotBalanceAreToldAndRefused() {
    CommandLine line = TwophaseCommand.line();
    DemoCommand command = line.getSubcommands().get("demo").getCommand();
    command.demo = new Demo(DemoCommandTest::losingCredits);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    int exitCode = line.execute("demo", "--steps");

    assertThat(exitCode).isEqualTo(ExitCode.REFUSED);
    assertThat(out.toString()).contains("books do NOT balance");
    assertThat(err.toString()).contains("account B has 1000.00 USD, not 1100.00 USD");
  }

  @ParameterizedTest
  @CsvSource({
    "--for, 0.9s, --for 0.9s is below 1s",
    "--steps --for, 5s, demo: the steps take no --for",
    "--all --port, 1, demo: the steps take no --port",
    "--port, 65536, port 65536 is not within 0 to 65535",
    "--seed, 1, 'store ''memory:'' is of one process, and the demo''s orders are paid by three'"
  })
  void anInputOfWhichNothingCanComeIsRefused(String options, String value, String why) {
    CommandRun ran = CommandRun.on("memory:", ("demo " + options + " " + value).split(" "));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.complaints()).singleElement().asString().startsWith("twophase: " + why);
    assertThat(ran.out()).isEmpty();
  }

  /** A store that acknowledges settled credits and drops them. */
  private static Store losingCredits(Store real) {
    return Interceptor.overriding(
        real,
        Holds.class,
        holds ->
            new Object() {
              public List<MatchOutcome> end(List<Ending> asked) {
                return asked.get(0).net() > 0 ? List.of(MatchOutcome.MATCHED) : holds.end(asked);
              }
            });
  }
}
