package io.twophase.example;

import static io.twophase.TwoPhase.*;

import io.twophase.domain.statement.Statement;

/** The program prints an account's lines from the opening balance to the closing balance. */
public final class StatementOfAnAccount {

  static String text(Statement statement) {
    var text = new StringBuilder("opening " + statement.opening() + "\n");
    for (Statement.Line line : statement.lines()) {
      text.append(line.posting().effect() + ", then " + line.balance() + "\n");
    }
    return text + "closing " + statement.closing() + ", " + statement.certainty();
  }

  public static void main(String[] args) {
    try (var twophase = inMemory()) {
      twophase.accounts().open(account("A"), money("50.00", "USD"));
      twophase.accounts().open(account("B"), money("10.00", "USD"));
      twophase.transfers().transfer(transfer("t1", "A", "B", money("20.00", "USD")));
      twophase.transfers().transfer(transfer("t2", "B", "A", money("5.00", "USD")));
      String text =
          twophase
              .statements()
              .of(account("A"))
              .fold(
                  found -> text(found.statement()),
                  absent -> "no such account",
                  unreadable -> unreadable.fault(),
                  early -> "kept only from " + early.earliest());
      System.out.println(text);
    }
  }
}
