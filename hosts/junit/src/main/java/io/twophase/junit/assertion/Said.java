package io.twophase.junit.assertion;

import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationRefusal;
import java.util.List;
import java.util.Optional;

/**
 * The content of an outcome, in the words that failures use.
 *
 * @param subject what it is about
 * @param is the word for the case, such as {@code applied}
 * @param why of what was refused: the refusal, and the reason for which an authorization never was
 * @param detail what is shown besides; may be empty
 */
record Said(String subject, String is, List<Reason> why, String detail) {

  /** The word for what is not known: the same in all outcomes. */
  static final String UNKNOWN = "unknown";

  /** The word for what was refused: the same in all outcomes. */
  static final String REFUSED = "refused";

  static String subject(TransactionId id) {
    return "transaction " + id;
  }

  static Said that(String subject, String is) {
    return new Said(subject, is, List.of(), "");
  }

  static Said refused(String subject, Reason why) {
    List<Reason> all =
        why instanceof AuthorizationRefusal.NeverAuthorized never
            ? List.of(why, never.reason())
            : List.of(why);
    return new Said(subject, REFUSED, all, "");
  }

  static Said unknown(String subject, String detail) {
    return new Said(subject, UNKNOWN, List.of(), detail);
  }

  /** The reason of this type, if it was refused for it. */
  Optional<Reason> reason(Class<? extends Reason> type) {
    return why.stream().filter(type::isInstance).findFirst();
  }

  /** A reason as failures show it: the word for programs, and the line for people. */
  static String text(Reason reason) {
    return reason.kind() + ", " + reason.message();
  }

  /** The case, with what is known of it. */
  String text() {
    String more = why.isEmpty() ? detail : text(why.get(why.size() - 1));
    return more.isEmpty() ? is : is + ": " + more;
  }
}
