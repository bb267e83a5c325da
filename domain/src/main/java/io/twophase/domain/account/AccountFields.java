package io.twophase.domain.account;

import java.util.Locale;
import java.util.Set;

/** The parts of an account by the names that they have in its document. */
public final class AccountFields {

  /** Settled money. */
  public static final String BALANCE = "balance";

  /** The amount that may still be held out of it. */
  public static final String AVAILABLE = "available";

  /** The amount that may still be held into it. */
  public static final String RECEIVABLE = "receivable";

  /** Those that debits and credits change. */
  public static final Set<String> FIGURES = Set.of(BALANCE, AVAILABLE, RECEIVABLE);

  /** The status, by which it takes holds or not. */
  public static final String STATUS = "status";

  /** The ISO 4217 code of all its amounts. */
  public static final String CURRENCY = "currency";

  /** Minus the floor: how far below zero the balance may go; below zero, what it has to keep. */
  public static final String OVERDRAFT = "overdraft";

  /** The highest balance. */
  public static final String CEILING = "ceiling";

  /** The direction that raises the balance as people see it; absent where that is credit. */
  public static final String NORMAL = "normal";

  /** The balance that it was opened with. */
  public static final String OPENING = "opening";

  /** The version of the document's form. */
  public static final String VERSION = "v";

  /** The currency, while the account is active. */
  public static final String OPEN_FOR = "openFor";

  /** The currency, while the account is frozen or closed. */
  public static final String SHUT_FOR = "shutFor";

  /** The fields that a store keeps for itself: no operation may name it. */
  private static final Set<String> HIDDEN = Set.of(VERSION, OPEN_FOR, SHUT_FOR);

  private static final Set<String> OTHERS =
      Set.of(STATUS, CURRENCY, OVERDRAFT, CEILING, NORMAL, OPENING);

  private AccountFields() {}

  /** Returns whether a field of that name is a host's own, not the account's or the protocol's. */
  public static boolean isOwn(String name) {
    return !FIGURES.contains(name) && !OTHERS.contains(name) && !isHidden(name);
  }

  /** Returns whether a field of that name is the store's own, which no operation may name. */
  public static boolean isHidden(String name) {
    return HIDDEN.contains(name);
  }

  /** A status or a direction by its name in a document. */
  public static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
