package io.twophase.cli.upkeep;

import io.twophase.app.recovery.LeftAlone;
import io.twophase.cli.text.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a scrub has left alone, to machines: a list for each kind of which there is one. */
final class LeftAloneJson implements LeftAlone.Cases<LeftAloneJson.Entry> {

  private static final LeftAloneJson CASES = new LeftAloneJson();

  /** One of a list. */
  record Entry(String list, Map<String, Object> one) {}

  private LeftAloneJson() {}

  static Map<String, List<Map<String, Object>>> of(List<LeftAlone> all) {
    Map<String, List<Map<String, Object>>> lists = new LinkedHashMap<>();
    for (LeftAlone one : all) {
      Entry entry = one.fold(CASES);
      lists.computeIfAbsent(entry.list(), none -> new ArrayList<>()).add(entry.one());
    }
    return lists;
  }

  @Override
  public Entry unreadable(LeftAlone.Unreadable one) {
    return one.isAccount()
        ? new Entry("unreadable", Json.object("id", one.id(), "fault", one.fault()))
        : new Entry(
            "unreadableDocuments",
            Json.object(
                "collection", one.collection().toString(), "id", one.id(), "fault", one.fault()));
  }

  @Override
  public Entry elsewhere(LeftAlone.OfAnotherHome one) {
    Map<String, Object> json = OrphanView.target(one.held().target());
    json.put("transaction", one.held().hold().transaction().value());
    json.put("home", one.held().hold().home().name());
    return new Entry("ofAnotherHome", json);
  }

  @Override
  public Entry unsettled(LeftAlone.Unsettled one) {
    return new Entry(
        one.held().target().fold(account -> "unsettled", document -> "unsettledDocuments"),
        OrphanView.held(one.held()));
  }

  @Override
  public Entry unwritable(LeftAlone.UnwritableCollection one) {
    return new Entry(
        "unwritableCollections",
        Json.object(
            "collection",
            one.collection().toString(),
            "orphans",
            one.held().size(),
            "fault",
            one.fault()));
  }

  @Override
  public Entry collection(LeftAlone.UnreadableCollection one) {
    return new Entry(
        "unreadableCollections",
        Json.object("collection", one.collection().toString(), "fault", one.fault()));
  }
}
