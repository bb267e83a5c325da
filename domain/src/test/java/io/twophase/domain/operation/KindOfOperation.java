package io.twophase.domain.operation;

/** The class of each kind of operation, by its case. */
final class KindOfOperation implements DocumentOperation.Cases<Class<?>> {

  @Override
  public Class<?> insert(InsertDocument operation) {
    return InsertDocument.class;
  }

  @Override
  public Class<?> change(ChangeDocument operation) {
    return ChangeDocument.class;
  }

  @Override
  public Class<?> remove(RemoveDocument operation) {
    return RemoveDocument.class;
  }

  @Override
  public Class<?> check(CheckDocument operation) {
    return CheckDocument.class;
  }

  @Override
  public Class<?> absent(CheckAbsent operation) {
    return CheckAbsent.class;
  }

  @Override
  public Class<?> add(AddToField operation) {
    return AddToField.class;
  }
}
