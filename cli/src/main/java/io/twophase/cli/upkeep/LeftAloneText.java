package io.twophase.cli.upkeep;

import io.twophase.app.recovery.LeftAlone;
import io.twophase.cli.text.Lines;
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
    return one instanceof LeftAlone.Unsettled;
  }

  @Override
  public String unreadable(LeftAlone.Unreadable one) {
    return (one.isAccount()
            ? "account " + one.id()
            : "document " + one.collection() + " \"" + one.id() + "\"")
        + " cannot be read: "
        + one.fault()
        + "; its holds were not looked at";
  }

  @Override
  public String elsewhere(LeftAlone.OfAnotherHome one) {
    return one.held().target()
        + " has a hold of transaction "
        + one.held().hold().transaction()
        + ", whose record is in "
        + one.held().hold().home()
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
  public String unsettled(LeftAlone.Unsettled one) {
    return one.held().target()
        + " has a hold of transaction "
        + one.held().hold().transaction()
        + ", which is done: its settle has missed it, and what it should have done here is not done";
  }
}
