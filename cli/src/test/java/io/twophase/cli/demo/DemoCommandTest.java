package io.twophase.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twophase.cli.TwophaseCommand;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.testing.CommandRun;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Holds;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.forwarding.ForwardingHolds;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DemoCommandTest {

  @Test
  void oneLifeIsOnAScreen() {
    CommandRun ran = CommandRun.command("demo");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out().lines()).hasSizeLessThanOrEqualTo(40);
    assertThat(ran.out())
        .contains("--store is not used")
        .containsSubsequence(
            "  begin t1: ",
            "    > { _id: \"t1\", source: \"A\"",
            "  hold the debit on A: ",
            "  decide t1: ",
            "state: \"applied\"",
            "  finish t1: ",
            "state: \"done\"")
        .containsSubsequence(
            "  after begin t1: recovered by ",
            "  after finish t1: nothing to do, balances: A 900.00, B 1100.00; audit: nothing found")
        .contains("had 2000 together", "now have 2100: 100 made from nothing", "demo --all")
        .endsWith(
            "killed after each of 7 writes, recovered, books balance" + System.lineSeparator());
  }

  @Test
  void theDemoTellsEveryWriteAndEndsWithTheBooks() {
    CommandRun ran = CommandRun.command("demo", "--all");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .contains("--store is not used")
        .containsSubsequence(
            "  begin t1\n",
            "  hold the debit on A\n",
            "  hold the credit on B\n",
            "  decide t1\n",
            "the outcome is certain here",
            "  settle the debit on A\n",
            "  settle the credit on B\n",
            "  finish t1\n")
        .containsSubsequence(
            "killed after write 1 of 7, begin t1",
            "killed after write 2 of 7, hold the debit on A",
            "killed after write 3 of 7, hold the credit on B",
            "killed after write 4 of 7, decide t1",
            "killed after write 5 of 7, settle the debit on A",
            "killed after write 6 of 7, settle the credit on B",
            "killed after write 7 of 7, finish t1")
        .contains("had 2000 together, and now have 2100: 100 made from nothing")
        .endsWith(
            "killed after each of 7 writes, recovered, books balance" + System.lineSeparator());
  }

  @Test
  void withJsonItIsOneDocumentWithTheSameFacts() {
    JsonNode answer = CommandRun.on("memory:", "demo", "--json").json();

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
  void whatIsLeftAndWhatRecoveryDoesFollowsFromWhereItWasKilled() {
    JsonNode killed = CommandRun.command("demo", "--json").json().get("killed");

    assertThat(texts(killed.get(1).get("recovery")))
        .containsExactly(
            "take over t1",
            "hold the debit on A (matches nothing)",
            "hold the credit on B",
            "stamp the hold on A",
            "decide t1",
            "settle the debit on A",
            "settle the credit on B",
            "finish t1");
    assertThat(killed.get(4).get("left").get(1).get("balance").asLong()).isEqualTo(90_000);
    assertThat(killed.get(4).get("left").get(2).get("balance").asLong()).isEqualTo(100_000);
    assertThat(texts(killed.get(4).get("recovery")))
        .containsExactly(
            "settle the debit on A (matches nothing)", "settle the credit on B", "finish t1");
    assertThat(killed.get(6).get("recovery")).isEmpty();
  }

  @Test
  void theSlowWorkerIsFencedOffAndTakesItsLateHoldBack() {
    JsonNode slow = CommandRun.command("demo", "--json").json().get("slow");

    assertThat(slow)
        .extracting(step -> step.get("step").asText())
        .containsSubsequence(
            "worker: hold the debit on A",
            "recoverer: finish t1",
            "worker: hold the credit on B",
            "worker: decide t1 (matches nothing)",
            "worker: withdraw the hold on B");
  }

  @Test
  void booksThatDoNotBalanceAreToldAndRefused() {
    CommandLine line = TwophaseCommand.line();
    DemoCommand command = line.getSubcommands().get("demo").getCommand();
    command.demo = new Demo(DemoCommandTest::losingCredits);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    int exitCode = line.execute("demo");

    assertThat(exitCode).isEqualTo(ExitCode.REFUSED);
    assertThat(out.toString()).contains("books do NOT balance");
    assertThat(err.toString()).contains("account B has 1000.00 USD, not 1100.00 USD");
  }

  /** A store that acknowledges settled credits and drops them. */
  private static Store losingCredits(Store real) {
    return Interceptor.replacing(real, Holds.class, DemoCommandTest::losingCredits);
  }

  private static Holds losingCredits(Holds real) {
    return new ForwardingHolds(real) {
      @Override
      public List<MatchOutcome> end(List<Ending> asked) {
        return asked.get(0).net() > 0 ? List.of(MatchOutcome.MATCHED) : super.end(asked);
      }
    };
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
