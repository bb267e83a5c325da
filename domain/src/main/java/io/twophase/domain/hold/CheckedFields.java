package io.twophase.domain.hold;

import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import java.util.Set;
import java.util.stream.Collectors;

/** The top-level fields that a hold of an operation names, for those that may be beside it. */
final class CheckedFields implements DocumentOperation.Cases<Set<String>> {

  static final CheckedFields CASES = new CheckedFields();

  private CheckedFields() {}

  @Override
  public Set<String> insert(InsertDocument operation) {
    return Set.of();
  }

  @Override
  public Set<String> change(ChangeDocument operation) {
    return Set.of();
  }

  @Override
  public Set<String> remove(RemoveDocument operation) {
    return Set.of();
  }

  @Override
  public Set<String> check(CheckDocument operation) {
    return operation.guards().stream()
        .flatMap(guard -> guard.paths().stream())
        .map(path -> path.top())
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Set<String> absent(CheckAbsent operation) {
    return Set.of();
  }

  @Override
  public Set<String> add(AddToField operation) {
    return Set.of(operation.field());
  }
}
