package io.twophase.domain.participant;

import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What of a document a hold names, for those that may be beside it.
 *
 * @param names the top-level fields; none of a hold that has the document for itself
 * @param amount what is added or taken, else zero
 */
record HeldFields(Set<String> names, long amount) {

  static final DocumentOperation.Cases<HeldFields> CASES = new Cases();

  private static final HeldFields NONE = new HeldFields(Set.of(), 0);

  private static final class Cases implements DocumentOperation.Cases<HeldFields> {

    @Override
    public HeldFields insert(InsertDocument operation) {
      return NONE;
    }

    @Override
    public HeldFields change(ChangeDocument operation) {
      return NONE;
    }

    @Override
    public HeldFields remove(RemoveDocument operation) {
      return NONE;
    }

    @Override
    public HeldFields check(CheckDocument operation) {
      return new HeldFields(
          operation.guards().stream()
              .map(Guard::path)
              .map(path -> path.top())
              .collect(Collectors.toUnmodifiableSet()),
          0);
    }

    @Override
    public HeldFields absent(CheckAbsent operation) {
      return NONE;
    }

    @Override
    public HeldFields add(AddToField operation) {
      return new HeldFields(Set.of(operation.field()), operation.amount());
    }
  }
}
