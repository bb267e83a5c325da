package io.twophase.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.TwophaseCommand;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Holds;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@DisplayName("The example of an order")
class OrderExampleTest {

  @Test
  void endsPaidOnceWhereverItsProcessDied() {
    JsonNode answer = CommandRun.command("example", "order", "--json").json();

    JsonNode killed = answer.get("scenes").get(5).get("steps");
    assertThat(answer.get("writes").asInt()).isEqualTo(11);
    assertThat(answer.get("faults")).isEmpty();
    assertThat(killed).hasSize(22);
    for (int at = 1; at < killed.size(); at += 2) {
      assertThat(killed.get(at).get("documents").toString())
          .contains(
              "{\"_id\":\"ann\",\"balance\":3000,\"available\":3000}",
              "{\"_id\":\"shop\",\"balance\":2000,\"available\":2000}",
              "\"status\":\"Paid\"",
              "{\"_id\":\"payment-o1\",\"order\":\"o1\",\"lastTransaction\":{\"id\":\"pay-o1\"}}")
          .doesNotContain("pendingTransactions", "placeholder");
    }
  }

  @Test
  void saysSoIfAnOrderThatIsPaidForStaysUnpaid() {
    CommandLine line = TwophaseCommand.line();
    ExampleCommand command = line.getSubcommands().get("example").getCommand();
    command.example = () -> OrderExample.play(OrderExampleTest::losingChanges);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    int exitCode = line.execute("example", "order");

    assertThat(exitCode).isEqualTo(ExitCode.REFUSED);
    assertThat(out.toString()).contains("NOT each time all or nothing");
    assertThat(err.toString()).contains("there are 0 orders paid, and 1 payments");
  }

  /** A store that acknowledges the settle of a change and drops it. */
  private static Store losingChanges(Store real) {
    return Interceptor.overriding(
        real,
        Holds.class,
        holds ->
            new Object() {
              public List<MatchOutcome> end(List<Ending> asked) {
                return asked.get(0).claim().filter(OrderExampleTest::isChange).isPresent()
                    ? List.of(MatchOutcome.MATCHED)
                    : holds.end(asked);
              }
            });
  }

  private static boolean isChange(Claim claim) {
    return claim.fold(range -> false, document -> document.operation() instanceof ChangeDocument);
  }
}
