package io.twophase.cli.upkeep;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.adoption.Adoption;
import io.twophase.adapter.mongo.adoption.AdoptionPlan;
import io.twophase.adapter.mongo.adoption.AdoptionReport;
import io.twophase.adapter.mongo.adoption.PendingRule;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.view.Arguments;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Takes over collections that MongoDB's tutorial has made. */
@Command(
    name = "adopt",
    footer = {"More: docs/OPERATIONS.md#adoption"},
    description =
        "Take over the accounts of MongoDB's tutorial \"Perform Two Phase Commits\", with what its"
            + " protocol has in flight. Shows what it would do, and does it only with --yes.")
public final class AdoptCommand extends SessionCommand implements Callable<Integer> {

  @Option(
      names = "--yes",
      description = "do it; whatever runs the tutorial's protocol must have been stopped")
  boolean yes;

  @Option(
      names = "--pending",
      paramLabel = "finish|undo",
      defaultValue = "finish",
      description = "what becomes of pending transactions (default: ${DEFAULT-VALUE})")
  String pending = "";

  @Option(
      names = "--currency",
      paramLabel = "C",
      defaultValue = "XXX",
      description =
          "of the adopted accounts, whose balances count its minor units"
              + " (default: ${DEFAULT-VALUE}, which counts whole units)")
  String currency = "";

  @Override
  public Integer call() {
    PendingRule rule =
        Arguments.either(
            "pending", pending, "finish", PendingRule.FINISH, "undo", PendingRule.UNDO);
    MongoStoreSettings settings =
        MongoStoreSettings.defaults().withAdoptedCurrency(Arguments.currency(currency));
    return context()
        .withDatabase(
            settings,
            "is empty and has nothing to adopt",
            store -> yes ? run(store.adoption(), rule) : plan(store.adoption(), rule));
  }

  private int plan(Adoption adoption, PendingRule rule) {
    AdoptionPlan plan = adoption.plan(rule);
    return done(AdoptText.json(plan), AdoptText.of(plan));
  }

  private int run(Adoption adoption, PendingRule rule) {
    AdoptionReport report = adoption.run(rule);
    done(AdoptText.json(report), AdoptText.of(report));
    return report.left().isComplete() ? ExitCode.DONE : ExitCode.REFUSED;
  }
}
