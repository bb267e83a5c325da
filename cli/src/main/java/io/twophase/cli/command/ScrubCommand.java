package io.twophase.cli.command;

import io.twophase.app.recovery.Orphan;
import io.twophase.app.recovery.Orphan.Held;
import io.twophase.app.recovery.Scrub.LeftAlone;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.console.view.ExtendedViews;
import io.twophase.console.view.Json;
import io.twophase.console.view.Views;
import io.twophase.domain.Money;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Releases proven orphans. */
@Command(name = "scrub")
public final class ScrubCommand extends SessionCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    List<Orphan> orphans = new ArrayList<>();
    List<LeftAlone> leftAlone = new ArrayList<>();
    withStore(
        () ->
            "interrupted; %s seen to, which stays; for the others: the same command again"
                .formatted(Lines.count(orphans.size(), "orphan")),
        session -> {
          session.twoPhase().scrub().run(orphans::add, leftAlone::add);
          return orphans;
        });
    List<LeftAloneView> views = leftAlone.stream().map(LeftAloneView::of).toList();
    views.forEach(one -> note(one.text()));
    long unreadable =
        those(LeftAlone.Unreadable.class, leftAlone).count()
            + those(LeftAlone.UnreadableCollection.class, leftAlone).count();
    int unreleased =
        those(LeftAlone.UnwritableCollection.class, leftAlone)
            .mapToInt(one -> one.held().size())
            .sum();
    Map<String, Object> json =
        Json.object("orphans", orphans.stream().map(ScrubCommand::json).toList());
    json.putAll(
        views.stream()
            .collect(
                Collectors.groupingBy(
                    LeftAloneView::list,
                    LinkedHashMap::new,
                    Collectors.mapping(LeftAloneView::json, Collectors.toList()))));
    done(json, text(orphans, unreadable, unreleased));
    boolean inDoubt =
        orphans.stream().anyMatch(orphan -> orphan.outcome() == Orphan.Outcome.IN_DOUBT);
    boolean allSeenTo = unreadable + those(LeftAlone.Unsettled.class, leftAlone).count() == 0;
    return ExitCode.first(
        inDoubt ? ExitCode.UNKNOWN : allSeenTo ? ExitCode.DONE : ExitCode.REFUSED,
        unreleased == 0 ? ExitCode.DONE : ExitCode.STORE_REFUSED);
  }

  private static String text(List<Orphan> orphans, long unreadable, int unreleased) {
    if (!orphans.isEmpty()) {
      return String.join("\n", orphans.stream().map(ScrubCommand::text).toList());
    }
    if (unreleased > 0) {
      return "none of " + Lines.count(unreleased, "orphan") + " could be released";
    }
    return unreadable == 0
        ? "no orphans"
        : "no orphans among what could be read; %s could not"
            .formatted(Lines.count(unreadable, "document"));
  }

  private static String text(Orphan orphan) {
    Held held = orphan.held();
    return Lines.visible(
        "%s  %s for transaction ".formatted(held.target(), what(held))
            + "%s  %s, %s".formatted(orphan.transaction(), outcome(orphan), proof(orphan)));
  }

  private static String what(Held held) {
    Range range = held.hold().range();
    return currency(held)
        .map(
            currency ->
                Views.isOfBatch(held.hold())
                    ? "range of %s to pay and %s to receive, in minor units,"
                        .formatted(range.debit(), range.credit())
                    : Json.lower(direction(range)) + " of " + amount(range, currency))
        .orElseGet(() -> Json.lower(held.hold().mode()) + " hold");
  }

  /** The currency of a hold of money; none of another hold. */
  private static Optional<Currency> currency(Held held) {
    return held.currency().filter(currency -> held.hold().mode() == HoldMode.ESCROW);
  }

  private static Direction direction(Range range) {
    return range.debit() > 0 ? Direction.DEBIT : Direction.CREDIT;
  }

  /** A hold of one transaction has an amount in one direction only. */
  private static Money amount(Range range, Currency currency) {
    return new Money(Math.max(range.debit(), range.credit()), currency);
  }

  private static Map<String, Object> json(Orphan orphan) {
    Hold hold = orphan.held().hold();
    Map<String, Object> json = held(orphan.held());
    json.putAll(
        currency(orphan.held())
            .map(currency -> amounts(hold, currency))
            .orElseGet(() -> Json.object("mode", hold.mode())));
    json.putAll(Json.object("proof", proof(orphan), "outcome", outcome(orphan)));
    return json;
  }

  private static Map<String, Object> amounts(Hold hold, Currency currency) {
    Range range = hold.range();
    return Views.isOfBatch(hold)
        ? Json.object("debitMinor", range.debit(), "creditMinor", range.credit())
        : Json.object(Json.lower(direction(range)), amount(range, currency).toDecimal());
  }

  /** A hold by its target, its transaction and its epoch. */
  private static Map<String, Object> held(Held held) {
    Map<String, Object> json = target(held.target());
    Hold hold = held.hold();
    json.putAll(Json.object("transaction", hold.transaction(), "epoch", hold.epoch().value()));
    return json;
  }

  /** A target by its name. */
  private static Map<String, Object> target(Target target) {
    return target.fold(
        account -> Json.object("account", account),
        document ->
            Json.object("collection", document.collection(), "id", ExtendedViews.id(document)));
  }

  private static String proof(Orphan orphan) {
    return switch (orphan.proof()) {
      case FINISHED -> "its transaction is finished";
      case NO_RECORD -> "its transaction has no record";
      case OLDER_EPOCH -> "its transaction was taken over since";
      case UNSETTLED, ALIVE, UNPROVEN ->
          throw new IllegalArgumentException(orphan + " is no orphan");
    };
  }

  private static String outcome(Orphan orphan) {
    return switch (orphan.outcome()) {
      case RELEASED -> "released";
      case GONE -> "gone already";
      case IN_DOUBT -> "not known";
    };
  }

  /**
   * The holds that a scrub has left alone.
   *
   * @param list the list of the answer that it is of, for machines
   * @param json names it, for machines
   * @param text one line for people
   */
  private record LeftAloneView(String list, Map<String, Object> json, String text) {

    static LeftAloneView of(LeftAlone one) {
      return one.fold(
          LeftAloneView::of,
          LeftAloneView::of,
          LeftAloneView::of,
          LeftAloneView::of,
          LeftAloneView::of);
    }

    private static LeftAloneView of(LeftAlone.Unreadable one) {
      String thing =
          one.isAccount()
              ? "account " + one.id()
              : "document %s \"%s\"".formatted(one.collection(), one.id());
      return new LeftAloneView(
          one.isAccount() ? "unreadable" : "unreadableDocuments",
          Json.object(
              "collection", one.isAccount() ? null : one.collection(),
              "id", one.id(),
              "fault", one.fault()),
          "%s cannot be read: %s; its holds were not looked at".formatted(thing, one.fault()));
    }

    private static LeftAloneView of(LeftAlone.OfAnotherHome one) {
      Hold hold = one.held().hold();
      Map<String, Object> json = target(one.held().target());
      json.putAll(Json.object("transaction", hold.transaction(), "home", hold.home()));
      return new LeftAloneView(
          "ofAnotherHome",
          json,
          "%s has a hold of transaction %s, whose record is in %s: only a scrub there can tell"
              .formatted(one.held().target(), hold.transaction(), hold.home()));
    }

    private static LeftAloneView of(LeftAlone.Unsettled one) {
      return new LeftAloneView(
          one.held().target().fold(account -> "unsettled", document -> "unsettledDocuments"),
          held(one.held()),
          "%s has a hold of transaction %s, which is done: its settle has missed it, and what it"
                  .formatted(one.held().target(), one.held().hold().transaction())
              + " should have done here is not done");
    }

    private static LeftAloneView of(LeftAlone.UnwritableCollection one) {
      return new LeftAloneView(
          "unwritableCollections",
          Json.object(
              "collection", one.collection(),
              "orphans", one.held().size(),
              "fault", one.fault()),
          "collection %s has %s, which cannot be released: %s"
              .formatted(one.collection(), Lines.count(one.held().size(), "orphan"), one.fault()));
    }

    private static LeftAloneView of(LeftAlone.UnreadableCollection one) {
      return new LeftAloneView(
          "unreadableCollections",
          Json.object("collection", one.collection(), "fault", one.fault()),
          "collection %s was not looked at: %s".formatted(one.collection(), one.fault()));
    }
  }
}
