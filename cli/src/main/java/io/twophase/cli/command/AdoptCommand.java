package io.twophase.cli.command;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.adoption.Adoption;
import io.twophase.adapter.mongo.adoption.Adoption.AdoptionReport;
import io.twophase.adapter.mongo.adoption.AdoptionPlan;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.Decision;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.InFlight;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.PendingRule;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.StrayMark;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Takes over collections that MongoDB's tutorial has made. */
@Command(name = "adopt")
public final class AdoptCommand extends SessionCommand implements Callable<Integer> {

  private static final String WARNING =
      """
      Stop every application that runs the tutorial's protocol on these collections first, and keep it
      stopped: one that is slow may apply again what is finished here, and that makes money.
      Nothing has been changed. To do this: twophase adopt --yes, with the same options.\
      """;

  private static final String NOTHING = "There is nothing to adopt.";

  @Option(names = "--yes")
  boolean yes;

  @Option(names = "--pending", paramLabel = "finish|undo", defaultValue = "finish")
  String pending = "";

  @Option(names = "--currency", paramLabel = "C", defaultValue = "XXX")
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
    return done(json(plan), text(plan));
  }

  private int run(Adoption adoption, PendingRule rule) {
    AdoptionReport report = adoption.run(rule);
    done(json(report), text(report));
    return report.left().isComplete() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  /** Returns whether --yes would change nothing. */
  private static boolean isNothing(AdoptionPlan plan) {
    return plan.clean() == 0
        && plan.marked() == 0
        && plan.transactions().isEmpty()
        && plan.marks().isEmpty();
  }

  private static String text(AdoptionPlan plan) {
    StringBuilder text = new StringBuilder(counts(plan));
    appendItems(text, plan);
    return text.append("\n\n").append(isNothing(plan) ? NOTHING : WARNING).toString();
  }

  private static String text(AdoptionReport report) {
    StringBuilder text =
        new StringBuilder("accounts adopted: " + report.adopted() + "; now there are\n");
    text.append(counts(report.left()));
    report.transactions().forEach(item -> line(text, "did: " + text(item)));
    report.marks().forEach(item -> line(text, "did: " + text(item)));
    appendItems(text, report.left());
    return text.toString();
  }

  private static String counts(AdoptionPlan plan) {
    return new Tables("accounts of this software", Long.toString(plan.ours()))
        .field("accounts of the tutorial, clean", plan.clean())
        .field("accounts of the tutorial, with marks", plan.marked())
        .field("accounts not adoptable", plan.refused().size())
        .field("transactions not finished", plan.transactions().size())
        .field("marks of none of these transactions", plan.marks().size())
        .toString();
  }

  private static void appendItems(StringBuilder text, AdoptionPlan plan) {
    plan.transactions().forEach(item -> line(text, text(item)));
    plan.marks().forEach(item -> line(text, text(item)));
    plan.refused()
        .forEach(item -> line(text, "account " + item.id() + "  refuse: " + item.fault()));
  }

  private static void line(StringBuilder text, String line) {
    text.append('\n').append(Lines.visible(line));
  }

  private static String text(InFlight item) {
    return "transaction %s  %s  %s".formatted(item.id(), item.state(), text(item.decision()));
  }

  private static String text(StrayMark item) {
    return "account %s  mark of transaction %s  %s"
        .formatted(item.account(), item.transaction(), text(item.decision()));
  }

  private static String text(Decision decision) {
    return Json.lower(decision.remedy()) + ": " + decision.detail();
  }

  private static Map<String, Object> json(AdoptionPlan plan) {
    return Json.object(
        "ours", plan.ours(),
        "clean", plan.clean(),
        "marked", plan.marked(),
        "refused",
            plan.refused().stream()
                .map(item -> Json.object("account", item.id(), "fault", item.fault()))
                .toList(),
        "transactions", plan.transactions().stream().map(AdoptCommand::json).toList(),
        "marks", plan.marks().stream().map(AdoptCommand::json).toList());
  }

  private static Map<String, Object> json(AdoptionReport report) {
    return Json.object(
        "adopted", report.adopted(),
        "transactions", report.transactions().stream().map(AdoptCommand::json).toList(),
        "marks", report.marks().stream().map(AdoptCommand::json).toList(),
        "left", json(report.left()));
  }

  private static Map<String, Object> json(InFlight item) {
    return with(Json.object("transaction", item.id(), "state", item.state()), item.decision());
  }

  private static Map<String, Object> json(StrayMark item) {
    return with(
        Json.object("account", item.account(), "transaction", item.transaction()), item.decision());
  }

  private static Map<String, Object> with(Map<String, Object> json, Decision decision) {
    json.putAll(Json.object("remedy", decision.remedy(), "detail", decision.detail()));
    return json;
  }
}
