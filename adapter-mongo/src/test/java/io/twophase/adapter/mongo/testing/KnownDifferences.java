package io.twophase.adapter.mongo.testing;

import java.lang.reflect.Method;
import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What mongo-java-server does otherwise than MongoDB: tests that ask for it are skipped on it. */
public final class KnownDifferences implements ExecutionCondition {

  private static final String SORTING = "sorts texts by UTF-16 unit, not by code point";

  private static final String SIZE = "lets an update make a document of any size";

  private static final String CLOCK = "reads its clock anew for each date of one update";

  private static final Map<String, String> SKIPPED =
      Map.of(
          "aScanIsInTheOrderOfCodePoints", SORTING,
          "accountsAreScannedInTheOrderOfCodePointsEachOnce", SORTING,
          "thoseBegunAtOneMomentComeByTheirIds", SORTING,
          "theStampsOfOneStepAreOfOneMoment", CLOCK,
          "theStampsOfACanceledMemberAreOfOneMoment", CLOCK,
          "whatIsChangedNeverBecomesLargerThanADocumentMayBe", SIZE,
          "whatIsHeldCanBeSettled", SIZE);

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String test = context.getTestMethod().map(Method::getName).orElse("");
    return SKIPPED.containsKey(test)
        ? ConditionEvaluationResult.disabled("mongo-java-server 1.47 " + SKIPPED.get(test))
        : ConditionEvaluationResult.enabled("as MongoDB does");
  }
}
