package io.twophase.cli.upkeep;

import io.twophase.app.sweep.LeftAlone;
import io.twophase.cli.text.Json;
import io.twophase.cli.view.DocumentNames;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.participant.DocumentHold;
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
  public Entry account(LeftAlone.UnreadableAccount one) {
    return new Entry(
        "unreadable", Json.object("id", one.account().id(), "fault", one.account().fault()));
  }

  @Override
  public Entry document(LeftAlone.UnreadableDocument one) {
    DocumentRef document = one.document().document();
    return new Entry(
        "unreadableDocuments",
        Json.object(
            "collection",
            document.collection().toString(),
            "id",
            DocumentNames.id(document),
            "fault",
            one.document().fault()));
  }

  @Override
  public Entry elsewhere(LeftAlone.OfAnotherHome one) {
    DocumentRef document = one.held().document();
    DocumentHold hold = one.held().hold();
    return new Entry(
        "ofAnotherHome",
        Json.object(
            "collection",
            document.collection().toString(),
            "id",
            DocumentNames.id(document),
            "transaction",
            hold.transaction().value(),
            "home",
            hold.home().name()));
  }

  @Override
  public Entry unsettledAccount(LeftAlone.UnsettledAccount one) {
    return new Entry(
        "unsettled",
        Json.object(
            "account",
            one.held().operation().account().value(),
            "transaction",
            one.held().transaction().value(),
            "epoch",
            one.held().epoch().value()));
  }

  @Override
  public Entry unsettledRange(LeftAlone.UnsettledRange one) {
    return new Entry(
        "unsettled",
        Json.object(
            "account",
            one.account().value(),
            "transaction",
            one.held().batch().value(),
            "epoch",
            one.held().epoch().value()));
  }

  @Override
  public Entry unsettledDocument(LeftAlone.UnsettledDocument one) {
    DocumentRef document = one.held().document();
    return new Entry(
        "unsettledDocuments",
        Json.object(
            "collection",
            document.collection().toString(),
            "id",
            DocumentNames.id(document),
            "transaction",
            one.held().hold().transaction().value(),
            "epoch",
            one.held().hold().epoch().value()));
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
