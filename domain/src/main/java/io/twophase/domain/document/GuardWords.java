package io.twophase.domain.document;

/** What a guard asks of its field, in words that follow the field's name. */
final class GuardWords implements Guard.Cases<String> {

  static final GuardWords CASES = new GuardWords();

  private GuardWords() {}

  @Override
  public String unchanged(Guard.Unchanged guard) {
    return Guard.Unchanged.EXPECTED;
  }

  @Override
  public String is(Guard.Is guard) {
    return "is " + guard.value().words();
  }

  @Override
  public String in(Guard.In guard) {
    return "is one of " + guard.words();
  }

  @Override
  public String exists(Guard.Exists guard) {
    return "exists";
  }

  @Override
  public String absent(Guard.Absent guard) {
    return "is absent";
  }

  @Override
  public String atLeast(Guard.AtLeast guard) {
    return "is at least " + guard.value().words();
  }

  @Override
  public String atMost(Guard.AtMost guard) {
    return "is at most " + guard.value().words();
  }
}
