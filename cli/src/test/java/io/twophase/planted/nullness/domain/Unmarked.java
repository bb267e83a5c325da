package io.twophase.planted.nullness.domain;

/** In a package that says nothing about null. */
interface Unmarked {}
