package io.twophase.domain.explorer.state;

import io.twophase.domain.explorer.model.Cast;
import java.util.List;

/**
 * Which cell of a world holds what: the budget of faults; each account's figures; and of each
 * transaction its record, its hold by each operation, its workers, and its late messages. Where
 * failovers undo what no majority has, the figures, records and holds that a majority has are in
 * cells of their own; else they are in the same.
 */
public final class Layout {

  private final List<Cast> casts;
  private final int accounts;
  private final boolean keepsBoth;
  private final int[] operations;
  private final int[] starts;
  private final boolean[] likeNext;
  private final int width;

  /**
   * A layout.
   *
   * @param keepsBoth whether what a majority has may differ from what the primary has
   */
  public Layout(int accounts, List<Cast> casts, boolean keepsBoth) {
    this.accounts = accounts;
    this.casts = casts;
    this.keepsBoth = keepsBoth;
    operations = casts.stream().mapToInt(cast -> cast.body().accountOperations().size()).toArray();
    starts = new int[casts.size() + 1];
    starts[0] = 1 + (keepsBoth ? 2 : 1) * accounts;
    for (int cast = 0; cast < casts.size(); cast++) {
      starts[cast + 1] =
          starts[cast]
              + 2
              + operations[cast]
              + casts.get(cast).roles().size()
              + (keepsBoth ? 1 + operations[cast] : 0);
    }
    width = starts[casts.size()];
    likeNext = new boolean[casts.size()];
    for (int cast = 0; cast + 1 < casts.size(); cast++) {
      likeNext[cast] = casts.get(cast).equals(casts.get(cast + 1));
    }
  }

  public int width() {
    return width;
  }

  public int budget() {
    return 0;
  }

  public int figures(int account) {
    return 1 + account;
  }

  public int record(int cast) {
    return starts[cast];
  }

  public int late(int cast) {
    return starts[cast] + 1;
  }

  public int hold(int cast, int operation) {
    return starts[cast] + 2 + operation;
  }

  public int actor(int cast, int actor) {
    return starts[cast] + 2 + operations[cast] + actor;
  }

  /** Of an account's figures, those that a majority has. */
  public int keptFigures(int account) {
    return keepsBoth ? figures(account) + accounts : figures(account);
  }

  /** Of a transaction's record, the one that a majority has. */
  public int keptRecord(int cast) {
    return keepsBoth ? actor(cast, casts.get(cast).roles().size()) : record(cast);
  }

  /** Of a hold, the one that a majority has. */
  public int keptHold(int cast, int operation) {
    return keepsBoth ? keptRecord(cast) + 1 + operation : hold(cast, operation);
  }

  /**
   * Sorts the cells of casts that do the same: of worlds that differ only in which of them is
   * which, one stands for all.
   */
  public void canonicalize(char[] cells) {
    for (int cast = 1; cast < starts.length - 1; cast++) {
      for (int at = cast; at > 0 && areSwapped(at - 1, cells); at--) {
        swap(at - 1, cells);
      }
    }
  }

  private boolean areSwapped(int cast, char[] cells) {
    if (!likeNext[cast]) {
      return false;
    }
    int length = starts[cast + 1] - starts[cast];
    for (int at = starts[cast]; at < starts[cast + 1]; at++) {
      if (cells[at] != cells[at + length]) {
        return cells[at] > cells[at + length];
      }
    }
    return false;
  }

  private void swap(int cast, char[] cells) {
    int length = starts[cast + 1] - starts[cast];
    for (int at = starts[cast]; at < starts[cast + 1]; at++) {
      char kept = cells[at];
      cells[at] = cells[at + length];
      cells[at + length] = kept;
    }
  }
}
