package io.twophase.domain.document;

/** The class of each kind of change, by its case. */
final class KindOfChange implements FieldChange.Cases<Class<?>> {

  @Override
  public Class<?> set(FieldChange.Set change) {
    return FieldChange.Set.class;
  }

  @Override
  public Class<?> unset(FieldChange.Unset change) {
    return FieldChange.Unset.class;
  }

  @Override
  public Class<?> inc(FieldChange.Inc change) {
    return FieldChange.Inc.class;
  }

  @Override
  public Class<?> push(FieldChange.Push change) {
    return FieldChange.Push.class;
  }

  @Override
  public Class<?> pull(FieldChange.Pull change) {
    return FieldChange.Pull.class;
  }
}
