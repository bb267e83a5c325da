package io.twophase.domain.document;

/** The class of each kind of guard, by its case. */
final class KindOfGuard implements Guard.Cases<Class<?>> {

  @Override
  public Class<?> unchanged(Guard.Unchanged guard) {
    return Guard.Unchanged.class;
  }

  @Override
  public Class<?> is(Guard.Is guard) {
    return Guard.Is.class;
  }

  @Override
  public Class<?> in(Guard.In guard) {
    return Guard.In.class;
  }

  @Override
  public Class<?> exists(Guard.Exists guard) {
    return Guard.Exists.class;
  }

  @Override
  public Class<?> absent(Guard.Absent guard) {
    return Guard.Absent.class;
  }

  @Override
  public Class<?> atLeast(Guard.AtLeast guard) {
    return Guard.AtLeast.class;
  }

  @Override
  public Class<?> atMost(Guard.AtMost guard) {
    return Guard.AtMost.class;
  }
}
