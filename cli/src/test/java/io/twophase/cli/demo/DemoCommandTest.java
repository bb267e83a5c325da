package io.twophase.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.TwophaseCommand;
import io.twophase.cli.demo.ExampleCommand.OrderExample;
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
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The demo of steps and the example of an order: what they tell, and that faults are told. */
class DemoCommandTest {

  @Test
  void booksThatDoNotBalanceAreToldAndRefused() {
    CommandLine line = TwophaseCommand.line();
    DemoCommand command = line.getSubcommands().get("demo").getCommand();
    command.demo = new Demo(store -> losing(store, asked -> asked.net() > 0));

    assertRefused(
        line, "demo --steps", "books do NOT balance", "account B has 1000.00 USD, not 1100.00 USD");
  }

  @Test
  void anOrderThatIsPaidForAndStaysUnpaidIsToldAndRefused() {
    CommandLine line = TwophaseCommand.line();
    ExampleCommand command = line.getSubcommands().get("example").getCommand();
    command.example =
        () ->
            OrderExample.play(
                store -> losing(store, asked -> asked.claim().filter(this::isChange).isPresent()));

    assertRefused(
        line,
        "example order",
        "NOT each time all or nothing",
        "there are 0 orders paid, and 1 payments");
  }

  private boolean isChange(Claim claim) {
    return claim.fold(range -> false, document -> document.operation() instanceof ChangeDocument);
  }

  private static void assertRefused(CommandLine line, String words, String told, String noted) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    assertThat(line.execute(words.split(" "))).isEqualTo(ExitCode.REFUSED);
    assertThat(out.toString()).contains(told);
    assertThat(err.toString()).contains(noted);
  }

  /** A store that acknowledges such settles and drops them. */
  private static Store losing(Store real, Predicate<Ending> lost) {
    return Interceptor.overriding(
        real,
        Holds.class,
        holds ->
            new Object() {
              public List<MatchOutcome> end(List<Ending> asked) {
                return lost.test(asked.get(0)) ? List.of(MatchOutcome.MATCHED) : holds.end(asked);
              }
            });
  }
}
