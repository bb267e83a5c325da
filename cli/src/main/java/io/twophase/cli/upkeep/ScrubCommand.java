package io.twophase.cli.upkeep;

import io.twophase.app.sweep.Orphan;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.Unreadable;
import io.twophase.cli.view.Views;
import io.twophase.domain.outcome.AccountLookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Releases proven orphans. */
@Command(
    name = "scrub",
    mixinStandardHelpOptions = true,
    description = "Release holds of which it is proven that nobody will settle them.")
public final class ScrubCommand implements Callable<Integer> {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public ScrubCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    List<Orphan> orphans = new ArrayList<>();
    List<AccountLookup.Unreadable> unreadable = new ArrayList<>();
    context.withStore(
        () ->
            "interrupted; "
                + Lines.count(orphans.size(), "orphan")
                + " seen to, which stays; for the others: the same command again",
        session -> {
          session.twoPhase().scrub().run(orphans::add, unreadable::add);
          return orphans;
        });
    unreadable.forEach(
        fault -> context.note(Unreadable.account(fault) + "; its holds were not looked at"));
    context.answer(
        () ->
            Json.object(
                "orphans",
                orphans.stream().map(ScrubCommand::json).toList(),
                "unreadable",
                Unreadable.accounts(unreadable)),
        () -> text(orphans, unreadable.size()));
    boolean inDoubt =
        orphans.stream().anyMatch(orphan -> orphan.outcome() == Orphan.Outcome.IN_DOUBT);
    return inDoubt ? ExitCode.UNKNOWN : unreadable.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private static String text(List<Orphan> orphans, int unreadable) {
    if (!orphans.isEmpty()) {
      return String.join("\n", orphans.stream().map(ScrubCommand::text).toList());
    }
    return unreadable == 0
        ? "no orphans"
        : "no orphans among the accounts that could be read; "
            + Lines.count(unreadable, "account")
            + " could not";
  }

  private static String text(Orphan orphan) {
    return "account "
        + orphan.operation().account()
        + "  "
        + Views.lower(orphan.operation().direction())
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
        Views.lower(orphan.operation().direction()),
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
