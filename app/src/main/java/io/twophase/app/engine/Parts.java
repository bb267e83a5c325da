package io.twophase.app.engine;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Claims.Sharing;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.transaction.NewTransaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** The parts of a call: each is the transactions that one record begins with, by their places. */
final class Parts {

  /**
   * The least number of transactions that a record in order begins with after other callers ran
   * some of them.
   */
  private static final int FEWEST = 8;

  private final List<NewTransaction> bodies;
  private final List<Member> members;
  private final BitSet open;
  private final BitSet alone = new BitSet();
  private int width = Integer.MAX_VALUE;
  private Claims claims = Claims.of(List.of(), true);

  /**
   * @param open the places of the transactions without an end, at any time
   */
  Parts(List<NewTransaction> bodies, BitSet open) {
    this.bodies = bodies;
    this.members = Member.of(bodies);
    this.open = open;
  }

  /** Each open transaction is in a record alone from now on. */
  void separate() {
    alone.or(open);
  }

  /** The transaction at a place is in a record alone from now on. */
  void separate(int at) {
    alone.set(at);
  }

  /** The open transactions that may share with the first of them, and those that are alone. */
  List<int[]> sideBySide(CollectionName accounts) {
    Sharing sharing = new Sharing(accounts, false);
    List<int[]> next = new ArrayList<>();
    int[] shared = new int[bodies.size()];
    int size = 0;
    for (int at = open.nextSetBit(0); at >= 0; at = open.nextSetBit(at + 1)) {
      if (!alone.get(at) && sharing.takes(members.get(at))) {
        shared[size++] = at;
      } else if (alone.get(at) || !bodies.get(at).isShareable()) {
        next.add(new int[] {at});
      }
    }
    if (size > 0) {
      next.add(0, fitting(Arrays.copyOf(shared, size), sharing));
    }
    return next;
  }

  /** The first open transactions that may share; the first alone, if it has to be. */
  int[] first(CollectionName accounts) {
    Sharing sharing = new Sharing(accounts, true);
    int first = open.nextSetBit(0);
    int most = alone.get(first) ? 1 : Math.min(width, open.cardinality());
    int[] next = new int[most];
    int size = 0;
    int at = first;
    while (size < most && (at == first || !alone.get(at)) && sharing.takes(members.get(at))) {
      next[size++] = at;
      at = open.nextSetBit(at + 1);
    }
    return fitting(Arrays.copyOf(next, size), sharing);
  }

  /**
   * Notes how many transactions of the first part have an end now: where others run the same ones,
   * a wide record is written in vain.
   */
  void ended(int[] part, int ended) {
    if (ended == 0) {
      separate(part[0]);
    }
    boolean isAll = ended == part.length;
    width = isAll ? (int) Math.min(Integer.MAX_VALUE, 2L * width) : Math.max(FEWEST, ended);
  }

  /** The transactions that one record has room for, the first at least. */
  private int[] fitting(int[] some, Sharing sharing) {
    int[] part = some.length == 1 ? some : Arrays.copyOf(some, NewRecord.fitting(bodies(some)));
    claims = part.length == some.length ? sharing.claims() : Claims.of(of(members, part), true);
    return part;
  }

  /** Returns what the transactions of a part ask for. */
  List<NewTransaction> bodies(int[] part) {
    return of(bodies, part);
  }

  /** The claims of those that share a record, of the parts that were answered last. */
  Claims claims() {
    return claims;
  }

  private static <T> List<T> of(List<T> all, int[] part) {
    return IntStream.of(part).<T>mapToObj(all::get).toList();
  }
}
