package io.twophase.domain.record;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Target;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.reason.Reason;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.HashMap;
import java.util.Map;

/**
 * Which transactions may share a record: on each target they are moves on one scale, or equal
 * checks, or only one of them touches it. An authorization shares with nobody.
 */
public final class Sharing {

  /**
   * The most that a record may weigh once it is decided, in bytes, whatever the decision says of
   * each member: servers take documents of 16 MB.
   */
  private static final int MOST_BYTES = 12_000_000;

  /** More than the field names and figures of one member weigh, in the list and in its answer. */
  private static final int FRAME = 300;

  /** More than the amount of one touch weighs, where less moves than was asked for. */
  private static final int AMOUNT = 20;

  private static final int BYTES_OF_A_CHARACTER = 3;

  private final CollectionName accounts;
  private final Map<Target, Either<DocumentOperation, Scale>> taken = new HashMap<>();
  private boolean isAlone;
  private int members;
  private long bytes;

  /**
   * @param accounts the collection of the accounts: a document in it is an account
   */
  public Sharing(CollectionName accounts) {
    this.accounts = accounts;
  }

  /** Takes the member if it may share a record with those that were taken before it. */
  public boolean takes(Member member) {
    long weight = weight(member);
    boolean fits =
        members == 0
            || (!isAlone
                && bytes + weight <= MOST_BYTES
                && !member.authorized()
                && member.touches().stream().allMatch(this::isShareable));
    if (fits) {
      members++;
      bytes += weight;
      isAlone = member.authorized();
      member.touches().forEach(touch -> taken.put(place(touch.target()), touch.how()));
    }
    return fits;
  }

  private boolean isShareable(Member.Touch touch) {
    Either<DocumentOperation, Scale> there = taken.get(place(touch.target()));
    return there == null
        || (there.equals(touch.how())
            && touch.how().fold(asked -> asked.mode() == HoldMode.SHARED, scale -> true));
  }

  /** A document in the accounts' collection is the account of that id. */
  private Target place(Target target) {
    return target.fold(
        account -> target,
        document ->
            document.collection().equals(accounts) && document.id() instanceof Value.Text text
                ? AccountId.parse(text.value()).<Target>map(Target.OfAccount::new).getOrElse(target)
                : target);
  }

  /** An id is listed, and stands once more beside a refusal, which names a target, or a reason. */
  private static long weight(Member member) {
    int ofTarget =
        member.touches().stream()
            .mapToInt(touch -> BYTES_OF_A_CHARACTER * touch.target().toString().length())
            .max()
            .orElse(0);
    return FRAME
        + 2L * BYTES_OF_A_CHARACTER * member.id().value().length()
        + ofTarget
        + (long) AMOUNT * member.touches().size()
        + (long) BYTES_OF_A_CHARACTER * Reason.MOST_TEXT;
  }
}
