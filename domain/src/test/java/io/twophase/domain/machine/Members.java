package io.twophase.domain.machine;

import io.twophase.domain.TransactionId;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The transactions of a scene, by their places. Each attempt that a function may make is one; those
 * of one function stand behind each other.
 */
final class Members {

  final List<List<Op>> ops = new ArrayList<>();
  private final List<TransactionId> ids = new ArrayList<>();
  private final List<Optional<Attempt>> attempts = new ArrayList<>();

  /**
   * The members of words, between semicolons.
   *
   * @param most the most attempts of a function
   */
  Members(String targets, String words, int most) {
    for (String member : words.split(";", -1)) {
      add(Op.all(targets, member), most);
    }
  }

  private void add(List<Op> member, int most) {
    TransactionId id = Fixtures.transactionId("m" + (ops.size() + 1));
    boolean isFunction = member.get(0).isOfFunction();
    for (int number = 1; number <= (isFunction ? most : 1); number++) {
      Attempt attempt = new Attempt(id, number, Optional.empty());
      attempts.add(isFunction ? Optional.of(attempt) : Optional.empty());
      ids.add(attempt.id());
      ops.add(member);
    }
  }

  TransactionId id(int member) {
    return ids.get(member);
  }

  int place(TransactionId member) {
    String words = member.value();
    int later = words.indexOf('~');
    return later < 0
        ? Integer.parseInt(words, 1, words.length(), 10) - 1
        : Integer.parseInt(words, 1, later, 10)
            + Integer.parseInt(words, later + 1, words.length(), 10)
            - 2;
  }

  /** Which attempt of a function a member is; none if it states its operations. */
  Optional<Attempt> attempt(int member) {
    return attempts.get(member);
  }

  /** How many answers are noted: of each member and, if there are functions, of each of these. */
  int answers() {
    return attempts.stream().allMatch(Optional::isEmpty) ? ops.size() : 2 * ops.size();
  }

  /** Where the answer of a function is noted, which is named by the place of its first attempt. */
  int answer(int function) {
    return ops.size() + function;
  }

  int answer(Role role) {
    return role.kind() == Role.Kind.CALL ? answer(role.target()) : role.target();
  }
}
