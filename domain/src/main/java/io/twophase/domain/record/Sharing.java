package io.twophase.domain.record;

import io.twophase.domain.AccountId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.HashMap;
import java.util.Map;

/**
 * The rule by which transactions may share a record: on each target they are moves on one scale, or
 * equal checks, or only one of them touches it. An authorization shares with nobody. How many there
 * is room for, {@link NewRecord#fitting} says.
 */
public final class Sharing {

  private final CollectionName accounts;
  private final Map<Target, Either<DocumentOperation, Scale>> taken = new HashMap<>();
  private boolean isAlone;

  /**
   * @param accounts the collection of the accounts: a document in it is an account
   */
  public Sharing(CollectionName accounts) {
    this.accounts = accounts;
  }

  /** Takes the member if it may share a record with those that were taken before it. */
  public boolean takes(Member member) {
    boolean fits = taken.isEmpty() || (!isAlone && !member.authorized() && areShareable(member));
    if (fits) {
      isAlone = member.authorized();
      for (Member.Touch touch : member.touches()) {
        taken.put(place(touch.target()), touch.how());
      }
    }
    return fits;
  }

  private boolean areShareable(Member member) {
    for (Member.Touch touch : member.touches()) {
      if (!isShareable(touch)) {
        return false;
      }
    }
    return true;
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
}
