package io.twophase.app.statement;

import io.twophase.domain.TransactionId;
import io.twophase.domain.statement.Position;
import io.twophase.domain.statement.Posting;
import io.twophase.domain.statement.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says what is wrong with a statement, by what was seen to happen to the account. */
public final class StatementAuditor {

  private StatementAuditor() {}

  /**
   * What is wrong; nothing if all is right.
   *
   * @param happened what each decided transaction did to the balance, all that there are
   */
  public static List<String> faults(Statement statement, Map<TransactionId, Long> happened) {
    List<String> faults = new ArrayList<>();
    Map<TransactionId, Long> shown = new HashMap<>();
    long balance = statement.opening().minor();
    Position last = null;
    for (Statement.Line line : statement.lines()) {
      Posting posting = line.posting();
      if (shown.put(posting.transaction(), posting.effect().minor()) != null) {
        faults.add("two lines of " + posting.transaction());
      }
      balance += posting.effect().minor();
      if (balance != line.balance().minor()) {
        faults.add("balance after " + posting.transaction());
      }
      if (last != null && last.compareTo(posting.position()) >= 0) {
        faults.add("order at " + posting.transaction());
      }
      last = posting.position();
    }
    if (balance != statement.closing().minor()) {
      faults.add("closing balance");
    }
    if (!shown.equals(happened)) {
      faults.add("lines " + shown + ", happened " + happened);
    }
    return faults;
  }
}
