package io.twophase.app.cli;

import io.twophase.app.usecase.Orphan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Releases proven orphans. */
@Command(
    name = "scrub",
    mixinStandardHelpOptions = true,
    description = "Release holds of which it is proven that nobody will settle them.")
final class ScrubCommand implements Callable<Integer> {

  @ParentCommand TwophaseCommand root = new TwophaseCommand();

  @Override
  public Integer call() {
    List<Orphan> orphans = new ArrayList<>();
    root.withStore(
        session -> {
          session.twoPhase().scrub().run(orphans::add);
          return orphans;
        });
    root.answer(
        () -> Json.object("orphans", orphans.stream().map(ScrubCommand::json).toList()),
        () ->
            orphans.isEmpty()
                ? "no orphans"
                : String.join("\n", orphans.stream().map(ScrubCommand::text).toList()));
    boolean inDoubt =
        orphans.stream().anyMatch(orphan -> orphan.outcome() == Orphan.Outcome.IN_DOUBT);
    return inDoubt ? ExitCode.UNKNOWN : ExitCode.DONE;
  }

  private static String text(Orphan orphan) {
    return "account "
        + orphan.operation().account()
        + "  "
        + Views.lower(orphan.operation().side())
        + " of "
        + orphan.operation().amount()
        + " for transaction "
        + orphan.transaction()
        + "  "
        + outcome(orphan)
        + ", "
        + proof(orphan);
  }

  private static Map<String, Object> json(Orphan orphan) {
    return Json.object(
        "account",
        orphan.operation().account().value(),
        "transaction",
        orphan.transaction().value(),
        "epoch",
        orphan.epoch().value(),
        Views.lower(orphan.operation().side()),
        orphan.operation().amount().toDecimal(),
        "proof",
        proof(orphan),
        "outcome",
        outcome(orphan));
  }

  private static String proof(Orphan orphan) {
    return orphan.proof() == Orphan.Proof.FINISHED
        ? "its transaction is finished"
        : "its transaction has no record";
  }

  private static String outcome(Orphan orphan) {
    return switch (orphan.outcome()) {
      case RELEASED -> "released";
      case GONE -> "gone already";
      case IN_DOUBT -> "not known";
    };
  }
}
