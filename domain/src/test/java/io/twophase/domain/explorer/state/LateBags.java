package io.twophase.domain.explorer.state;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * The bags of messages that are late, as numbers. A bag is the numbers of its messages, sorted,
 * each as often as it is on its way. What a bag becomes is remembered.
 */
public final class LateBags {

  private final Interner<String> bags = new Interner<>();
  private final Memo withs = new Memo();
  private final Memo withouts = new Memo();
  private final LongUnaryOperator with = this::with;
  private final LongUnaryOperator without = this::without;

  /** The number of the bag with no message in it. */
  public char empty() {
    return bags.number("");
  }

  /** The messages of a bag. */
  public String messages(int bag) {
    return bags.value(bag);
  }

  /** The bag with one message more. */
  public char with(char bag, char message) {
    return (char) withs.get(key(bag, message), with);
  }

  /** The bag without one message that is in it. */
  public char without(char bag, char message) {
    return (char) withouts.get(key(bag, message), without);
  }

  private static long key(char bag, char message) {
    return (long) bag << Character.SIZE | message;
  }

  private long with(long key) {
    char[] more = (messages((int) (key >> Character.SIZE)) + (char) key).toCharArray();
    Arrays.sort(more);
    return bags.number(new String(more));
  }

  private long without(long key) {
    String bag = messages((int) (key >> Character.SIZE));
    int at = bag.indexOf((char) key);
    return bags.number(bag.substring(0, at) + bag.substring(at + 1));
  }
}
