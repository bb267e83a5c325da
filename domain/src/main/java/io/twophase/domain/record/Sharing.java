package io.twophase.domain.record;

import io.twophase.domain.hold.Scale;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.DocumentOperation;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.Map;

/**
 * Which transactions may share a record: on each target additions of one scale, or one deed, or
 * equal checks.
 */
public final class Sharing {
  private final Map<Target, Either<DocumentOperation, Scale>> taken = new HashMap<>();

  /** Takes the member if it fits beside those that were taken before it. */
  public boolean takes(Member member) {
    boolean fits =
        member.touches().stream()
            .allMatch(
                touch ->
                    Option.of(taken.get(touch.target()))
                        .forAll(
                            there ->
                                there.fold(
                                    deed ->
                                        touch
                                            .deed()
                                            .exists(
                                                asked ->
                                                    asked.equals(deed)
                                                        && asked.mode()
                                                            == io.twophase.domain.operation.HoldMode
                                                                .SHARED),
                                    scale -> touch.scale().contains(scale))));
    if (fits) {
      member
          .touches()
          .forEach(
              touch ->
                  taken.putIfAbsent(
                      touch.target(), touch.scale().toEither(() -> touch.deed().get())));
    }
    return fits;
  }
}
