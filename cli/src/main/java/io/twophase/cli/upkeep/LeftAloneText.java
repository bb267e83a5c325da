package io.twophase.cli.upkeep;

import io.twophase.app.sweep.LeftAlone;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.Unreadable;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.participant.DocumentHold;
import java.util.List;

/** What a scrub has left alone, in a line each. */
final class LeftAloneText implements LeftAlone.Cases<String> {

  private static final LeftAloneText CASES = new LeftAloneText();

  private LeftAloneText() {}

  static String of(LeftAlone one) {
    return one.fold(CASES);
  }

  /** Those that could not be read. */
  static List<LeftAlone> unreadable(List<LeftAlone> all) {
    return all.stream()
        .filter(
            one ->
                !(one instanceof LeftAlone.OfAnotherHome)
                    && !(one instanceof LeftAlone.UnwritableCollection)
                    && !isUnsettled(one))
        .toList();
  }

  /** How many orphans could not be released. */
  static int unreleased(List<LeftAlone> all) {
    return all.stream()
        .mapToInt(
            one ->
                one instanceof LeftAlone.UnwritableCollection collection
                    ? collection.held().size()
                    : 0)
        .sum();
  }

  /** Whether a settle has missed it. */
  static boolean isUnsettled(LeftAlone one) {
    return one instanceof LeftAlone.UnsettledAccount || one instanceof LeftAlone.UnsettledDocument;
  }

  @Override
  public String account(LeftAlone.UnreadableAccount one) {
    return Unreadable.account(one.account()) + "; its holds were not looked at";
  }

  @Override
  public String document(LeftAlone.UnreadableDocument one) {
    return "document "
        + one.document().document()
        + " cannot be read: "
        + one.document().fault()
        + "; its holds were not looked at";
  }

  @Override
  public String elsewhere(LeftAlone.OfAnotherHome one) {
    DocumentHold hold = one.held().hold();
    return "document "
        + one.held().document()
        + " has a hold of transaction "
        + hold.transaction()
        + ", whose record is in "
        + hold.home()
        + ": only a scrub there can tell";
  }

  @Override
  public String collection(LeftAlone.UnreadableCollection one) {
    return "collection " + one.collection() + " was not looked at: " + one.fault();
  }

  @Override
  public String unwritable(LeftAlone.UnwritableCollection one) {
    return "collection "
        + one.collection()
        + " has "
        + Lines.count(one.held().size(), "orphan")
        + ", which cannot be released: "
        + one.fault();
  }

  @Override
  public String unsettledAccount(LeftAlone.UnsettledAccount one) {
    return unsettled("account " + one.held().operation().account(), one.held().transaction());
  }

  @Override
  public String unsettledRange(LeftAlone.UnsettledRange one) {
    return unsettled("account " + one.account(), new TransactionId(one.held().batch().value()));
  }

  @Override
  public String unsettledDocument(LeftAlone.UnsettledDocument one) {
    return unsettled("document " + one.held().document(), one.held().hold().transaction());
  }

  private static String unsettled(String where, TransactionId transaction) {
    return where
        + " has a hold of transaction "
        + transaction
        + ", which is done: its settle has missed it, and what it should have done here is not done";
  }
}
