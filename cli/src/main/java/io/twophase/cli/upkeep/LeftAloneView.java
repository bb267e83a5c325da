package io.twophase.cli.upkeep;

import io.twophase.app.recovery.LeftAlone;
import io.twophase.cli.text.Lines;
import io.twophase.console.view.Json;
import io.twophase.domain.hold.Hold;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The holds that a scrub has left alone.
 *
 * @param list the list of the answer that it is of, for machines
 * @param json names it, for machines
 * @param text one line for people
 */
record LeftAloneView(String list, Map<String, Object> json, String text) {

  static LeftAloneView of(LeftAlone one) {
    return one.fold(new Cases());
  }

  /** A list for each kind of which there is one. */
  static Map<String, List<Map<String, Object>>> lists(List<LeftAloneView> all) {
    return all.stream()
        .collect(
            Collectors.groupingBy(
                LeftAloneView::list,
                LinkedHashMap::new,
                Collectors.mapping(LeftAloneView::json, Collectors.toList())));
  }

  private static final class Cases implements LeftAlone.Cases<LeftAloneView> {

    @Override
    public LeftAloneView unreadable(LeftAlone.Unreadable one) {
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

    @Override
    public LeftAloneView elsewhere(LeftAlone.OfAnotherHome one) {
      Hold hold = one.held().hold();
      Map<String, Object> json = OrphanView.target(one.held().target());
      json.putAll(Json.object("transaction", hold.transaction(), "home", hold.home()));
      return new LeftAloneView(
          "ofAnotherHome",
          json,
          "%s has a hold of transaction %s, whose record is in %s: only a scrub there can tell"
              .formatted(one.held().target(), hold.transaction(), hold.home()));
    }

    @Override
    public LeftAloneView unsettled(LeftAlone.Unsettled one) {
      return new LeftAloneView(
          one.held().target().fold(account -> "unsettled", document -> "unsettledDocuments"),
          OrphanView.held(one.held()),
          "%s has a hold of transaction %s, which is done: its settle has missed it, and what it"
                  .formatted(one.held().target(), one.held().hold().transaction())
              + " should have done here is not done");
    }

    @Override
    public LeftAloneView unwritable(LeftAlone.UnwritableCollection one) {
      return new LeftAloneView(
          "unwritableCollections",
          Json.object(
              "collection", one.collection(),
              "orphans", one.held().size(),
              "fault", one.fault()),
          "collection %s has %s, which cannot be released: %s"
              .formatted(one.collection(), Lines.count(one.held().size(), "orphan"), one.fault()));
    }

    @Override
    public LeftAloneView collection(LeftAlone.UnreadableCollection one) {
      return new LeftAloneView(
          "unreadableCollections",
          Json.object("collection", one.collection(), "fault", one.fault()),
          "collection %s was not looked at: %s".formatted(one.collection(), one.fault()));
    }
  }
}
