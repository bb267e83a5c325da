package io.twophase.cli.upkeep;

import io.twophase.adapter.mongo.adoption.AdoptionPlan;
import io.twophase.adapter.mongo.adoption.AdoptionReport;
import io.twophase.adapter.mongo.adoption.InFlight;
import io.twophase.adapter.mongo.adoption.NotAdoptable;
import io.twophase.adapter.mongo.adoption.Remedy;
import io.twophase.adapter.mongo.adoption.StrayMark;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What adoption would do, and has done, for people and for machines. */
final class AdoptText {

  private static final String WARNING =
      """
      Stop every application that runs the tutorial's protocol on these collections first, and keep it
      stopped: one that is slow may apply again what is finished here, and that makes money.
      Nothing has been changed. To do this: twophase adopt --yes, with the same options.\
      """;

  private static final String NOTHING = "There is nothing to adopt.";

  private AdoptText() {}

  /** Whether --yes would change nothing. */
  private static boolean isNothing(AdoptionPlan plan) {
    return plan.clean() == 0
        && plan.marked() == 0
        && plan.transactions().isEmpty()
        && plan.marks().isEmpty();
  }

  static String of(AdoptionPlan plan) {
    StringBuilder text = new StringBuilder(counts(plan).toString());
    appendItems(text, plan);
    return text.append("\n\n").append(isNothing(plan) ? NOTHING : WARNING).toString();
  }

  static String of(AdoptionReport report) {
    StringBuilder text =
        new StringBuilder("accounts adopted: ")
            .append(report.adopted())
            .append("; now there are\n");
    text.append(counts(report.left()));
    report.transactions().forEach(item -> line(text, "did: " + text(item)));
    report.marks().forEach(item -> line(text, "did: " + text(item)));
    appendItems(text, report.left());
    return text.toString();
  }

  private static Tables counts(AdoptionPlan plan) {
    Tables table = new Tables("accounts of this software", Long.toString(plan.ours()));
    table.add("accounts of the tutorial, clean", Long.toString(plan.clean()));
    table.add("accounts of the tutorial, with marks", Long.toString(plan.marked()));
    table.add("accounts not adoptable", Integer.toString(plan.refused().size()));
    table.add("transactions not finished", Integer.toString(plan.transactions().size()));
    table.add("marks of none of these transactions", Integer.toString(plan.marks().size()));
    return table;
  }

  private static void appendItems(StringBuilder text, AdoptionPlan plan) {
    plan.transactions().forEach(item -> line(text, text(item)));
    plan.marks().forEach(item -> line(text, text(item)));
    plan.refused().forEach(item -> line(text, text(item)));
  }

  private static void line(StringBuilder text, String line) {
    text.append('\n').append(Lines.visible(line));
  }

  private static String text(InFlight item) {
    return "transaction %s  %s  %s: %s"
        .formatted(
            item.id(), item.state(), name(item.decision().remedy()), item.decision().detail());
  }

  private static String text(StrayMark item) {
    return "account %s  mark of transaction %s  %s: %s"
        .formatted(
            item.account(),
            item.transaction(),
            name(item.decision().remedy()),
            item.decision().detail());
  }

  private static String text(NotAdoptable item) {
    return "account %s  refuse: %s".formatted(item.id(), item.fault());
  }

  private static String name(Remedy remedy) {
    return remedy.name().toLowerCase(Locale.ROOT);
  }

  static Map<String, Object> json(AdoptionPlan plan) {
    return Json.object(
        "ours", plan.ours(),
        "clean", plan.clean(),
        "marked", plan.marked(),
        "refused",
            plan.refused().stream()
                .map(item -> Json.object("account", item.id(), "fault", item.fault()))
                .toList(),
        "transactions", transactions(plan.transactions()),
        "marks", marks(plan.marks()));
  }

  static Map<String, Object> json(AdoptionReport report) {
    return Json.object(
        "adopted", report.adopted(),
        "transactions", transactions(report.transactions()),
        "marks", marks(report.marks()),
        "left", json(report.left()));
  }

  private static List<Map<String, Object>> transactions(List<InFlight> items) {
    return items.stream()
        .map(
            item ->
                Json.object(
                    "transaction", item.id(),
                    "state", item.state(),
                    "remedy", name(item.decision().remedy()),
                    "detail", item.decision().detail()))
        .toList();
  }

  private static List<Map<String, Object>> marks(List<StrayMark> items) {
    return items.stream()
        .map(
            item ->
                Json.object(
                    "account", item.account(),
                    "transaction", item.transaction(),
                    "remedy", name(item.decision().remedy()),
                    "detail", item.decision().detail()))
        .toList();
  }
}
