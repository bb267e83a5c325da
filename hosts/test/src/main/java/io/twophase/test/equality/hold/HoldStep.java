package io.twophase.test.equality.hold;

import io.twophase.test.equality.Shrinking;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A call as it is drawn. Its requests depend on what is held by then, so that they often meet it;
 * each is drawn from a seed of its own.
 *
 * @param together whether all its requests may be on one target
 * @param seeds one for each request
 */
record HoldStep(Kind kind, boolean together, List<Long> seeds) {

  /** The methods of the two ports. */
  enum Kind {
    PLACE,
    STAMP,
    END,
    STATUS,
    FIND,
    FIND_LATEST,
    SELECT
  }

  private static final int LARGEST_CALL = 6;

  static List<HoldStep> of(Random random, int calls) {
    return Stream.generate(() -> next(random)).limit(calls).toList();
  }

  private static HoldStep next(Random random) {
    Kind kind = kind(random.nextInt(100));
    boolean isSingle = kind == Kind.STATUS || kind == Kind.FIND_LATEST || random.nextInt(2) == 0;
    int many = isSingle ? 1 : 1 + random.nextInt(LARGEST_CALL);
    List<Long> seeds = random.longs(many).boxed().toList();
    return new HoldStep(kind, random.nextInt(3) == 0, seeds);
  }

  private static Kind kind(int drawn) {
    if (drawn < 46) {
      return Kind.PLACE;
    } else if (drawn < 80) {
      return Kind.END;
    } else if (drawn < 90) {
      return Kind.STAMP;
    } else if (drawn < 94) {
      return Kind.STATUS;
    }
    return drawn < 96 ? Kind.FIND : drawn < 98 ? Kind.FIND_LATEST : Kind.SELECT;
  }

  /** This step with fewer requests: each of these lacks one; none if there is but one. */
  Stream<HoldStep> smaller() {
    return Shrinking.withoutOne(seeds).map(fewer -> new HoldStep(kind, together, fewer));
  }
}
