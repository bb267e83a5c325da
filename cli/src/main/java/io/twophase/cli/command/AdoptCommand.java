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
import io.twophase.cli.text.Templates;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Takes over collections that MongoDB's tutorial has made. */
@Command(name = "adopt")
public final class AdoptCommand extends SessionCommand implements Callable<Integer> {

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
    boolean isNothing =
        plan.clean() == 0
            && plan.marked() == 0
            && plan.transactions().isEmpty()
            && plan.marks().isEmpty();
    return shown("adopt-plan", json(plan), "nothing", isNothing, "did", "");
  }

  private int run(Adoption adoption, PendingRule rule) {
    AdoptionReport report = adoption.run(rule);
    Map<String, Object> left = json(report.left());
    left.put("did", "");
    shown("adopt-report", json(report), "left", left, "did", "did: ");
    return report.left().isComplete() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  /** Answers by a template, for which there is more than for machines. */
  private int shown(String template, Map<String, Object> json, Object... more) {
    Map<String, Object> model = new LinkedHashMap<>(json);
    model.putAll(Json.object(more));
    return done(json, Templates.text(AdoptCommand.class, template, model));
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
